/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All lines that programs and the system logged, in the order of time. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "ui/views/log/log-columns.h"
#include "ui/views/timed-list.h"

#define TV_TYPE_LOG_VIEW (tv_log_view_get_type ())
G_DECLARE_FINAL_TYPE (TvLogView, tv_log_view, TV, LOG_VIEW, TvTimedList)

struct _TvLogView
{
  TvTimedList parent_instance;
};

G_DEFINE_FINAL_TYPE (TvLogView, tv_log_view, TV_TYPE_TIMED_LIST)

static char *
dup_count (guint32 n, const char *some, const char *all)
{
  return some != NULL
             /* Translators: how many lines a filter leaves, and how many there are */
             ? g_strdup_printf (ngettext ("%s of %s line", "%s of %s lines", n), some, all)
             : g_strdup_printf (ngettext ("%s line", "%s lines", n), all);
}

/* ---- Choices ---- */

/* Each with all that are graver: that many lines are left. */
static GArray *
find_levels (TvTrace *trace)
{
  static const char *const labels[TV_N_LOG_LEVELS] = {
    NULL,
    NULL,
    N_("Debug and above"),
    N_("Info and above"),
    N_("Warning and above"),
    N_("Error and above"),
    N_("Fatal"),
  };
  g_autoptr (GArray) counts = tv_timed_rows_count (trace, &tv_log_rows, TV_LOG_ROW_LEVEL, FALSE);
  GArray *options = tv_timed_options_new ();

  for (guint level = TV_LOG_LEVEL_DEBUG; level < TV_N_LOG_LEVELS; level++)
    {
      TvTimedOption option = { level, NULL, 0 };

      for (guint i = 0; i < counts->len; i++)
        if (g_array_index (counts, TvIdCount, i).id >= level)
          option.count += g_array_index (counts, TvIdCount, i).count;
      if (option.count == 0)
        break;
      option.label = g_strdup (_ (labels[level]));
      g_array_append_val (options, option);
    }
  return options;
}

/* With what each process is called last. */
static GArray *
find_processes (TvTrace *trace)
{
  g_autoptr (GArray) counts = tv_timed_rows_count (trace, &tv_log_rows, TV_LOG_ROW_PID, TRUE);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  GArray *options = tv_timed_options_new ();
  guint32 n_processes;
  const TvProcess *processes = tv_trace_get_processes (trace, &n_processes);

  for (guint32 i = 0; i < n_processes; i++)
    if (processes[i].name != TV_NONE)
      g_hash_table_insert (names, GUINT_TO_POINTER (processes[i].pid),
                           (gpointer) tv_trace_get_string (trace, processes[i].name));
  for (guint i = 0; i < counts->len; i++)
    {
      const TvIdCount *pid = &g_array_index (counts, TvIdCount, i);
      const char *name = g_hash_table_lookup (names, GUINT_TO_POINTER (pid->id));
      TvTimedOption option = { pid->id,
                               name != NULL ? g_strdup_printf ("%s %u", name, pid->id)
                                            : g_strdup_printf ("%u", pid->id),
                               pid->count };

      g_array_append_val (options, option);
    }
  return options;
}

static char *
dup_tag (TvTrace *trace, guint32 tag)
{
  const char *text = tv_trace_get_string (trace, tag);

  return g_strdup (*text != '\0' ? text : _("No tag"));
}

static GArray *
find_tags (TvTrace *trace)
{
  return tv_timed_options_count (trace, &tv_log_rows, TV_LOG_ROW_TAG, TRUE, dup_tag);
}

/* ---- View ---- */

static const TvTimedChoice choices[] = {
  { N_("Level"), TV_LOG_ROW_LEVEL, TV_ROW_AT_LEAST, FALSE, find_levels },
  { N_("Process"), TV_LOG_ROW_PID, TV_ROW_IS, FALSE, find_processes },
  { N_("Tag"), TV_LOG_ROW_TAG, TV_ROW_IS, FALSE, find_tags },
};

static const TvObjectAction actions[] = {
  { .name = "log-lines-shown",
    .type = "u",
    .get_state = tv_timed_list_get_n_shown,
    .signals = "notify::n-shown" },
};

static const TvTimedKind kind = {
  .name = N_("Log"),
  .table = "android_logs",
  .placeholder = N_("Filter tags and messages"),
  .rows = &tv_log_rows,
  .choices = choices,
  .n_choices = G_N_ELEMENTS (choices),
  .takes_range = TRUE,
  .actions = actions,
  .n_actions = G_N_ELEMENTS (actions),
  .add_columns = tv_log_add_columns,
  .dup_count = dup_count,
};

static void
tv_log_view_class_init (TvLogViewClass *klass)
{
  TV_TIMED_LIST_CLASS (klass)->kind = &kind;
}

static void
tv_log_view_init (TvLogView *self)
{
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return tv_trace_get_log_lines (trace)->n > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_log = {
  .id = "log",
  .title = N_("Log"),
  .tooltip = N_("All lines that programs and the system logged"),
  .group = TV_VIEW_CONTENT,
  .takes_range = TRUE,
  .get_type = tv_log_view_get_type,
  .get_fit = get_fit,
};
