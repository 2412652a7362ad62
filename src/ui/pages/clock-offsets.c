/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/clock-offsets.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/time-parse.h"
#include "core/time-format.h"

/* Stores the clock offsets of files, and shows the dialog in which they are edited. Owned by the pane of files
 * (multi-file-pane.c), which examines the files again after the user has changed an offset. The offsets are not
 * saved. */

#define LIST_HEIGHT_PX 320
#define MINUS          "−"

struct _TvClockOffsets
{
  GHashTable *by_name; /* name → gint64*: offset in ns */
};

TvClockOffsets *
tv_clock_offsets_new (void)
{
  TvClockOffsets *self = g_new0 (TvClockOffsets, 1);

  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
tv_clock_offsets_free (TvClockOffsets *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_name);
  g_free (self);
}

/* Gets the offset that the user entered for a file. Returns: whether there is one. @offset_ns: (out) (optional) */
gboolean
tv_clock_offsets_find (const TvClockOffsets *self, const char *name, gint64 *offset_ns)
{
  const gint64 *offset = g_hash_table_lookup (self->by_name, name);

  if (offset != NULL && offset_ns != NULL)
    *offset_ns = *offset;
  return offset != NULL;
}

/* Parses an offset with an optional sign and unit; the default unit is s. @is_set is FALSE for an empty text, which
 * removes the offset. Returns: whether the text is empty or a valid offset */
static gboolean
parse_offset (const char *text, gboolean *is_set, gint64 *offset_ns)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  g_autofree char *seconds = NULL;
  const char *at = plain;
  gboolean is_negative = FALSE;

  *offset_ns = 0;
  *is_set = *at != '\0';
  if (!*is_set)
    return TRUE;
  if (g_str_has_prefix (at, MINUS) || *at == '-')
    {
      is_negative = TRUE;
      at += *at == '-' ? 1 : strlen (MINUS);
    }
  else if (*at == '+')
    at++;
  *offset_ns = tv_time_parse (at);
  if (*offset_ns < 0)
    {
      seconds = g_strconcat (at, " s", NULL);
      *offset_ns = tv_time_parse (seconds);
    }
  if (*offset_ns < 0)
    return FALSE;
  if (is_negative)
    *offset_ns = -*offset_ns;
  return TRUE;
}

/* ---- Dialog ---- */

typedef struct
{
  TvClockOffsets *offsets;
  GPtrArray *names;
  GPtrArray *entries;
  void (*changed) (gpointer data);
  gpointer data;
} Asking;

static void
asking_free (gpointer data)
{
  Asking *self = data;

  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

static void
on_edited (AdwMessageDialog *dialog)
{
  Asking *self = g_object_get_data (G_OBJECT (dialog), "tv-asking");
  gboolean are_good = TRUE;

  for (guint i = 0; i < self->entries->len; i++)
    {
      GtkWidget *entry = self->entries->pdata[i];
      gboolean is_set;
      gint64 offset_ns;

      if (parse_offset (gtk_editable_get_text (GTK_EDITABLE (entry)), &is_set, &offset_ns))
        {
          gtk_widget_remove_css_class (entry, "error");
          continue;
        }
      gtk_widget_add_css_class (entry, "error");
      are_good = FALSE;
    }
  adw_message_dialog_set_response_enabled (dialog, "apply", are_good);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, Asking *self)
{
  if (!g_str_equal (response, "apply"))
    return;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const char *text = gtk_editable_get_text (self->entries->pdata[i]);
      gboolean is_set;
      gint64 offset_ns;

      parse_offset (text, &is_set, &offset_ns);
      if (is_set)
        g_hash_table_insert (self->offsets->by_name, g_strdup (self->names->pdata[i]),
                             g_memdup2 (&offset_ns, sizeof offset_ns));
      else
        g_hash_table_remove (self->offsets->by_name, self->names->pdata[i]);
    }
  self->changed (self->data);
}

static void
add_row (Asking *self, GtkGrid *grid, const char *name, GtkWidget *dialog)
{
  GtkWidget *label = gtk_label_new (name), *entry = gtk_entry_new ();
  int row = (int) self->names->len;
  gint64 offset_ns;

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_START);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("by its clock"));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 16);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (tv_clock_offsets_find (self->offsets, name, &offset_ns))
    {
      g_autofree char *text = g_strdup_printf ("%.9g s", (double) offset_ns / 1e9);

      gtk_editable_set_text (GTK_EDITABLE (entry), text);
    }
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, entry, 1, row, 1, 1);
  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->entries, entry);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (on_edited), dialog);
}

/**
 * tv_clock_offsets_ask:
 * @self: offsets, which are updated
 * @parent: widget in the parent window of the dialog
 * @names: (array zero-terminated=1): files whose offsets can be entered
 * @reference: (nullable): file whose clock the timeline uses
 * @changed: called when the user has applied the offsets
 * @data: user data of @changed; must outlive the window of @parent
 *
 * Shows a dialog for entering offsets.
 */
void
tv_clock_offsets_ask (TvClockOffsets *self,
                      GtkWidget *parent,
                      const char *const *names,
                      const char *reference,
                      void (*changed) (gpointer data),
                      gpointer data)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (parent)),
                                              _("Clock Offsets"), NULL);
  GtkWidget *grid = gtk_grid_new (), *scroller = gtk_scrolled_window_new ();
  Asking *asking = g_new0 (Asking, 1);

  asking->offsets = self;
  asking->names = g_ptr_array_new_with_free_func (g_free);
  asking->entries = g_ptr_array_new ();
  asking->changed = changed;
  asking->data = data;
  g_object_set_data_full (G_OBJECT (dialog), "tv-asking", asking, asking_free);
  adw_message_dialog_format_body (
      ADW_MESSAGE_DIALOG (dialog),
      _("Offset to add to the timestamps of a file, such as “1.5 s” or “-300 ms”. A file without a "
        "clock begins at this offset after the start of %s."),
      reference != NULL ? reference : _("the first file"));
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  for (; *names != NULL; names++)
    add_row (asking, GTK_GRID (grid), *names, dialog);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), grid);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), scroller);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "apply",
                                    _("_Apply"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "apply",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "apply");
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), asking);
  gtk_window_present (GTK_WINDOW (dialog));
}
