/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two moments of a heap, side by side on a page of their own: those of two dumps, or the ends of a range. The trace
 * is the one that is open; only what is looked at differs. */

#include "ui/pages/trace-page-private.h"

#include <glib/gi18n.h>

#include "core/file-name.h"
#include "ui/kit/object-actions.h"

/* Returns: (transfer full): the name of a side, with the last moment of its range: "shop.pftrace at 1.2 s" */
static char *
dup_moment (TvTracePage *self, TvSession *session)
{
  gint64 start_ns, end_ns;
  g_autofree char *file = tv_file_dup_shown_name (self->file);
  g_autofree char *time = NULL;

  if (!tv_session_get_range (session, &start_ns, &end_ns))
    return g_steal_pointer (&file);
  time = tv_time_base_format (tv_session_get_time_base (session), end_ns - 1);
  /* Translators: a file, and a moment in it */
  return g_strdup_printf (_("%s at %s"), file, time);
}

/**
 * tv_trace_page_dup_side:
 * @self: a page with two sides
 * @session: (nullable): that of one of them, once it is there
 * @file: (nullable): its file; %NULL if the file of the page contains both sides
 *
 * Returns: (transfer full): what the side is called: its file, and of two moments of one file that one
 */
char *
tv_trace_page_dup_side (TvTracePage *self, TvSession *session, GFile *file)
{
  return self->is_of_moments && session != NULL
             ? dup_moment (self, session)
             : tv_file_dup_shown_name (file != NULL ? file : self->file);
}

/**
 * tv_trace_page_new_of_moments:
 * @other: a page of a trace
 * @session: (transfer full): one that compares two moments of it
 *
 * Returns: a page of its own for these
 */
GtkWidget *
tv_trace_page_new_of_moments (TvTracePage *other, TvSession *session)
{
  TvTracePage *self = g_object_new (TV_TYPE_TRACE_PAGE, NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  self->file = g_object_ref (other->file);
  self->baseline_file = g_object_ref (other->file);
  self->member = g_strdup (other->member);
  self->together = other->together != NULL ? g_variant_ref (other->together) : NULL;
  self->is_of_moments = TRUE;
  before = dup_moment (self, tv_session_get_baseline (session));
  after = dup_moment (self, session);
  /* Translators: two moments that are compared: before, after */
  self->title = g_strdup_printf (_("%s → %s"), before, after);
  tv_trace_page_show_session (self, session);
  g_object_unref (session);
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "panel-page",
                                  g_variant_new_string ("difference"));
  tv_trace_page_set_state (self, TV_TRACE_PAGE_READY);
  return GTK_WIDGET (self);
}

/* The same moments again, of a session of the same trace. */
static GtkWidget *
new_again (TvTracePage *other, TvSession *session, gboolean is_swapped)
{
  gint64 before_ns = 0, after_ns = 0, start_ns;

  tv_session_get_range (tv_session_get_baseline (other->session), &start_ns, &before_ns);
  tv_session_get_range (other->session, &start_ns, &after_ns);
  return tv_trace_page_new_of_moments (
      other,
      tv_session_new_between (session, tv_session_get_selection (other->session),
                              is_swapped ? after_ns : before_ns, is_swapped ? before_ns : after_ns,
                              tv_session_get_call_source (other->session)));
}

/**
 * tv_trace_page_new_moments_renamed:
 * @other: a page of two moments
 * @session: (transfer none): of the same trace with other names
 *
 * Returns: a page of the same moments
 */
GtkWidget *
tv_trace_page_new_moments_renamed (TvTracePage *other, TvSession *session)
{
  return new_again (other, session, FALSE);
}

/**
 * tv_trace_page_new_moments_swapped:
 * @other: a page of two moments
 *
 * Returns: a page on which the later one is what is before
 */
GtkWidget *
tv_trace_page_new_moments_swapped (TvTracePage *other)
{
  return new_again (other, other->session, TRUE);
}

/* ---- Actions ---- */

/* @session: (transfer full) (nullable) */
static void
open (TvTracePage *self, TvSession *session)
{
  g_autoptr (GtkWidget) page = NULL;

  if (session == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  page = g_object_ref_sink (tv_trace_page_new_of_moments (self, session));
  tv_trace_page_open_beside (self, TV_TRACE_PAGE (page));
}

static void
compare_dumps (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;
  guint32 dump, other;

  g_variant_get (parameter, "(uu)", &dump, &other);
  if (tv_session_is_heap_dump (self->session, dump))
    open (self, tv_session_new_between_dumps (self->session, dump, other));
}

static void
compare_ends (gpointer object, const char *name, GVariant *parameter)
{
  TvTracePage *self = object;

  open (self, tv_session_new_between_ends (self->session));
}

static gboolean
has_ends (gpointer object)
{
  TvSession *session = TV_TRACE_PAGE (object)->session;
  const TvStacks *stacks = tv_trace_get_stacks (tv_session_get_trace (session));
  guint32 source = tv_session_get_call_source (session);
  gint64 start_ns, end_ns;

  return source < stacks->n_kinds && stacks->kinds[source].heap != TV_NONE &&
         tv_session_get_range (session, &start_ns, &end_ns);
}

/* Only where there are heaps, and not where two moments are shown already. */
void
tv_trace_page_add_moments_actions (TvTracePage *self, GActionMap *map)
{
  static const TvObjectAction actions[] = {
    { .name = "compare-dumps", .type = "(uu)", .activate = compare_dumps },
    { .name = "compare-ends",
      .activate = compare_ends,
      .is_enabled = has_ends,
      .signals = "notify::selection notify::call-source" },
  };

  if (tv_session_get_baseline (self->session) == NULL &&
      tv_trace_has (tv_session_get_trace (self->session), TV_HAS_HEAP_CHANGES))
    tv_object_actions_add (map, self, self->session, actions, G_N_ELEMENTS (actions));
}
