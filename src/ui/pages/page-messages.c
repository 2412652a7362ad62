/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Messages of a page about its file: the notice above an incomplete trace, the explanation for a trace without
 * content, and the reason why a file could not be read. Called by trace-page-load.c. */

#include "ui/pages/page-messages.h"

#include <glib/gi18n.h>

#include "analysis/samples/sample-limitations.h"
#include "analysis/samples/unnamed-code.h"
#include "core/file-name.h"
#include "core/number-format.h"
#include "core/time-format.h"
#include "formats/symbol-files.h"

/* ---- Notice ---- */

/* Returns: (transfer full) (nullable): a message with the number of errors and warnings; NULL if there are none.
 * Counts neither notes nor the @n_reported warnings that are reported elsewhere */
static char *
dup_problems_found (TvTrace *trace, guint n_reported)
{
  guint n_errors = tv_trace_count_problems (trace, TV_SEVERITY_ERROR);
  guint n_warnings = tv_trace_count_problems (trace, TV_SEVERITY_WARNING) - n_reported;
  g_autofree char *errors = tv_number_printf (ngettext ("%u error", "%u errors", n_errors),
                                              n_errors);
  g_autofree char *warnings = tv_number_printf (ngettext ("%u warning", "%u warnings", n_warnings),
                                                n_warnings);

  if (n_errors > 0 && n_warnings > 0)
    /* Translators: “1 error” and “2 warnings” */
    return g_strdup_printf (_("This file has %s and %s."), errors, warnings);
  if (n_errors + n_warnings == 0)
    return NULL;
  /* Translators: “1 error”, or “2 warnings” */
  return g_strdup_printf (_("This file has %s."), n_errors > 0 ? errors : warnings);
}

/* Returns whether names of sampled code may be missing because libraries were not found. */
static gboolean
lacks_symbols (TvTrace *trace)
{
  g_autoptr (GHashTable) unnamed = NULL;

  if (!tv_symbol_files_are_read () || !tv_trace_has (trace, TV_HAS_STACK_SAMPLES))
    return FALSE;
  unnamed = tv_trace_count_unnamed (trace);
  return g_hash_table_size (unnamed) > 0;
}

/**
 * tv_page_messages_dup_notice:
 * @session: a session
 * @lacks_names: (out): whether symbol files may add names that the notice reports as missing
 *
 * Returns: (transfer full): a notice about problems with the names, the clock and the content of the trace; empty if
 * there are none
 */
char *
tv_page_messages_dup_notice (TvSession *session, gboolean *lacks_names)
{
  TvTrace *trace = tv_session_get_trace (session);
  guint n_reported;
  g_autofree char *lacks = tv_sample_limitations_dup_text (trace, &n_reported);
  g_autofree char *found = dup_problems_found (trace, n_reported);
  GString *text = g_string_new (NULL);

  if (tv_session_get_names (session)->error != NULL)
    g_string_append_printf (text, _("Names are shown as they are in the file: %s"),
                            tv_session_get_names (session)->error);
  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (tv_trace_is_rebuilt (trace))
    g_string_append (
        text,
        _("This trace has no wall clock; its timeline was reconstructed from the CPU times of its "
          "threads."));
  if (lacks != NULL)
    /* Translators: a separator or nothing, and limitations of a profile, such as “no call stacks · 590 samples lost” */
    g_string_append_printf (text, _("%sLimitations of this profile: %s."), text->len > 0 ? " " : "",
                            lacks);
  if (found != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", found);
  *lacks_names = lacks != NULL && lacks_symbols (trace);
  return g_string_free (text, FALSE);
}

/* ---- Empty trace ---- */

/* Keys of the metadata that the page of an empty trace shows: the configuration of the recording. */
static const struct
{
  const char *key;
  const char *title; /* title, marked with N_() */
  gboolean is_ms;
} empty_properties[] = {
  { "data-sources", N_("Data Sources"), FALSE },
  { "duration-ms", N_("Configured Duration"), TRUE },
};

static void
add_empty_property (AdwPreferencesGroup *properties, const char *title, const char *value)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), value);
  adw_preferences_group_add (properties, row);
}

/**
 * tv_page_messages_show_empty:
 * @session: a session
 * @page: page that explains why there is no content
 * @properties: list for the configuration of the recording
 *
 * Fills the page of a trace that has no content for the timeline or for any view. Must not be called more than once.
 */
void
tv_page_messages_show_empty (TvSession *session,
                             AdwStatusPage *page,
                             AdwPreferencesGroup *properties)
{
  TvTrace *trace = tv_session_get_trace (session);
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);
  g_autofree char *description = g_strdup_printf (
      n > 0 ? _("%s: the file contains the configuration of a recording, but none of its data "
                "sources wrote any events.")
            : _("%s: the file is complete, but it contains no events."),
      tv_trace_get_format (trace));

  adw_status_page_set_description (page, description);
  for (guint known = 0; known < G_N_ELEMENTS (empty_properties); known++)
    for (guint i = 0; i < n; i++)
      if (g_str_equal (metadata[i].key, empty_properties[known].key))
        {
          gint64 ms = g_ascii_strtoll (metadata[i].value, NULL, 10);
          g_autofree char *time = tv_time_format (CLAMP (ms, 0, G_MAXINT64 / 1000000) * 1000000);

          add_empty_property (properties, _ (empty_properties[known].title),
                              empty_properties[known].is_ms ? time : metadata[i].value);
        }
}

/* ---- Failure ---- */

/**
 * tv_page_messages_dup_failure:
 * @file: file of the page
 * @title: title of the page
 * @error: reason why the file could not be read
 *
 * Removes the filename from the error message, because the title already contains it. Messages start with the
 * filename for the command line.
 *
 * Returns: (transfer full): the message
 */
char *
tv_page_messages_dup_failure (GFile *file, const char *title, const GError *error)
{
  const char *message = error->message;
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *shown = tv_file_name_dup_shown (path != NULL ? path : title);
  g_autofree char *start = g_strconcat (shown, ": ", NULL);
  g_autofree char *first = NULL;

  if (!g_str_has_prefix (message, start) || message[strlen (start)] == '\0')
    return g_strdup (message);
  message += strlen (start);
  first = g_utf8_strup (message, g_utf8_next_char (message) - message);
  return g_strconcat (first, g_utf8_next_char (message), NULL);
}
