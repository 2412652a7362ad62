/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include <glib/gi18n.h>

#include "analysis/calls/callers.h"
#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/selection-options.h"
#include "cli/terminal-text.h"
#include "cli/tree-options.h"
#include "paint/kit/weight-format.h"

/* Prints the call tree as text: a heading, then one row per node, with lines that connect callers to callees.
 * Implements the command `tracedump tree`, listed in commands[] in main.c. Walks the tree with an explicit stack,
 * because call trees may be deeper than the program's own stack. */

#define USUAL_MIN_PERCENT 0.5

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *min;
  int depth;
  int top;
  gboolean is_inverted;
  gboolean by_thread;
  TvCallTreeCut cut;
} TreeOptions;

static void
clear_options (TreeOptions *options)
{
  tv_trace_source_clear (&options->source);
  tv_selection_options_clear (&options->selection);
  g_free (options->min);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TreeOptions, clear_options)

/* An entry of the stack: a node, or the row that stands for omitted siblings */
typedef struct
{
  guint32 node; /* node; TV_NONE for the row that stands for omitted siblings */
  guint32 n_omitted;
  double percent_left_out;
  gboolean is_last;
  guint depth;
  gsize prefix_len; /* size of the prefix for the levels above the node, in bytes */
} Pending;

typedef struct
{
  const TreeOptions *options;
  TvCallTree *tree;
  TvCallers *callers; /* (nullable): callers, for an inverted tree */
  TvCallMeasure measure;
  TvWeightUnit unit;
  GPtrArray *rows;
  GArray *stack;   /* (element-type Pending): rows that still have to be printed */
  GString *prefix; /* connecting lines of the levels above the current node */
} TreeText;

/* ---- Rows ---- */

static const TvCallNode *
get_node (TreeText *self, guint32 node)
{
  return self->callers != NULL ? tv_callers_get_node (self->callers, node)
                               : &tv_call_tree_get_nodes (self->tree, NULL)[node];
}

static const TvCallValue *
get_self (TreeText *self, guint32 node)
{
  return self->callers != NULL ? tv_callers_get_self (self->callers, node)
                               : tv_call_tree_get_self (self->tree, node);
}

static char *
dup_percent (const TreeText *self, gint64 value)
{
  return tv_report_dup_decimal (tv_call_tree_get_percent (self->tree, value, self->measure),
                                "%.1f");
}

/* Returns the percentage of a node that is compared with --min: the inclusive percentage, or the exclusive percentage
 * in an inverted tree. */
static double
get_percent (TreeText *self, guint32 node)
{
  return tv_call_tree_get_percent (
      self->tree,
      (self->callers != NULL ? get_self (self, node) : &get_node (self, node)->total)
          ->of[self->measure],
      self->measure);
}

static void
add_header (TreeText *self)
{
  TvCallPaths *paths = tv_call_tree_get_paths (self->tree);
  guint32 source = tv_call_paths_get_source (paths);
  gboolean is_of_calls = source == TV_CALLS_OF_SLICES;
  const char *noun = is_of_calls ? _("ms")
                                 : tv_weight_get_noun (tv_call_paths_get_trace (paths), source);
  char *cells[] = {
    g_strdup (_("incl %")),
    g_strdup_printf (_("incl %s"), noun),
    g_strdup (_("excl %")),
    g_strdup_printf (_("excl %s"), noun),
    g_strdup (is_of_calls ? _("calls") : _("samples")),
    g_strdup (_("name")),
    NULL,
  };

  g_ptr_array_add (self->rows, g_memdup2 (cells, sizeof cells));
}

static const char *
get_branch (const Pending *pending)
{
  if (pending->depth <= 1)
    return "";
  return pending->is_last ? "└ " : "├ ";
}

static void
add_node (TreeText *self, const Pending *pending)
{
  const TvCallNode *node = get_node (self, pending->node);
  const TvCallValue *own = get_self (self, pending->node);
  g_autofree char *label = tv_call_tree_dup_label (self->tree, node->name);
  g_autofree char *shown = tv_terminal_text_escape (label);
  const TvSourceLocation *location = tv_call_paths_get_source_location (
      tv_call_tree_get_paths (self->tree), node->name);
  gboolean is_thread = tv_call_name_get_kind (node->name) == TV_CALL_THREAD;
  gboolean is_inlined = location != NULL && location->is_inlined;
  char *cells[] = {
    dup_percent (self, node->total.of[self->measure]),
    tv_report_dup_weight (node->total.of[self->measure], self->unit),
    dup_percent (self, own->of[self->measure]),
    tv_report_dup_weight (own->of[self->measure], self->unit),
    g_strdup_printf ("%" PRId64,
                     is_thread ? node->total.of[TV_MEASURE_COUNT] : own->of[TV_MEASURE_COUNT]),
    g_strconcat (self->prefix->str, get_branch (pending), is_thread ? _("thread ") : "", shown,
                 is_inlined ? " " : "", is_inlined ? _("(inlined)") : "", NULL),
    NULL,
  };

  g_ptr_array_add (self->rows, g_memdup2 (cells, sizeof cells));
}

static void
add_left_out (TreeText *self, const Pending *pending)
{
  g_autofree char *percent = tv_report_dup_decimal (pending->percent_left_out, "%.1f");
  /* Translators: number of omitted calls, and their total percentage */
  g_autofree char *label = g_strdup_printf (_("… %u more, %s %%"), pending->n_omitted, percent);
  char *cells[] = {
    g_strdup (""), g_strdup (""),
    g_strdup (""), g_strdup (""),
    g_strdup (""), g_strconcat (self->prefix->str, get_branch (pending), label, NULL),
    NULL,
  };

  g_ptr_array_add (self->rows, g_memdup2 (cells, sizeof cells));
}

/* ---- Nodes ---- */

/* Pushes the children of a node in reverse order: the row for omitted children first, which is therefore popped last,
 * and the largest child last. */
static void
push_children (TreeText *self, guint32 node)
{
  TvCallNode at = *get_node (self, node);
  Pending omitted = {
    .node = TV_NONE, .is_last = TRUE, .depth = at.depth + 1, .prefix_len = self->prefix->len
  };
  guint32 n_shown = 0;

  if (self->callers != NULL && tv_callers_expand (self->callers, node))
    at = *get_node (self, node);
  for (guint32 i = 0; i < at.n_children; i++)
    {
      double percent = get_percent (self, at.first_child + i);

      if (i == n_shown && percent >= self->options->cut.min_percent &&
          (self->options->top == 0 || n_shown < (guint) self->options->top) &&
          (self->options->cut.max_depth == 0 || at.depth < self->options->cut.max_depth))
        {
          n_shown++;
          continue;
        }
      omitted.n_omitted++;
      omitted.percent_left_out += percent;
    }
  if (omitted.n_omitted > 0)
    g_array_append_val (self->stack, omitted);
  for (guint32 i = n_shown; i-- > 0;)
    {
      Pending child = { .node = at.first_child + i,
                        .is_last = i + 1 == n_shown && omitted.n_omitted == 0,
                        .depth = at.depth + 1,
                        .prefix_len = self->prefix->len };

      g_array_append_val (self->stack, child);
    }
}

static void
add_rows (TreeText *self)
{
  add_header (self);
  push_children (self, 0);
  while (self->stack->len > 0)
    {
      Pending pending = g_array_index (self->stack, Pending, self->stack->len - 1);

      g_array_set_size (self->stack, self->stack->len - 1);
      g_string_truncate (self->prefix, pending.prefix_len);
      if (pending.node == TV_NONE)
        {
          add_left_out (self, &pending);
          continue;
        }
      add_node (self, &pending);
      if (pending.depth > 1)
        g_string_append (self->prefix, pending.is_last ? "  " : "│ ");
      push_children (self, pending.node);
    }
}

/* ---- Heading ---- */

static void
append_heading (GString *text, const char *file, TreeText *self)
{
  TvCallPaths *paths = tv_call_tree_get_paths (self->tree);
  TvTrace *trace = tv_call_paths_get_trace (paths);
  const TvCallNode *all = tv_call_tree_get_nodes (self->tree, NULL);
  guint32 source = tv_call_paths_get_source (paths);
  g_autofree char *total = tv_report_dup_weight (all->total.of[self->measure], self->unit);

  tv_report_append_trace (text, file, trace);
  if (source != TV_CALLS_OF_SLICES)
    {
      tv_report_append_samples (text, trace, source, all->total.of[self->measure],
                                all->total.of[TV_MEASURE_COUNT]);
      return;
    }
  g_string_append_printf (text, _("clock:    %s\n"),
                          self->measure == TV_MEASURE_CPU ? _("CPU time") : _("wall time"));
  g_string_append_printf (text, _("total:    %s ms\n"), total);
  g_string_append_printf (text, _ ("calls:    %" PRId64 "\n"), all->total.of[TV_MEASURE_COUNT]);
}

static void
append_moved (GString *text, const TreeText *self)
{
  const TvCallMoved *moved = tv_call_tree_get_moved (self->tree);
  g_autofree char *merged = tv_report_dup_weight (moved->merged.of[self->measure], self->unit);
  g_autofree char *omitted = tv_report_dup_weight (moved->omitted.of[self->measure], self->unit);

  if (moved->merged.of[self->measure] != 0)
    g_string_append_printf (text,
                            self->unit == TV_WEIGHT_NS ? _("merged:   %s ms into callers\n")
                                                       : _("merged:   %s into callers\n"),
                            merged);
  if (moved->omitted.of[self->measure] != 0)
    g_string_append_printf (
        text, self->unit == TV_WEIGHT_NS ? _("omitted:  %s ms\n") : _("omitted:  %s\n"), omitted);
}

/* ---- Command ---- */

static gboolean
write_tree (const char *file, TvCallTree *tree, const TreeOptions *options, GError **error)
{
  TvCallPaths *paths = tv_call_tree_get_paths (tree);
  guint32 source = tv_call_paths_get_source (paths);
  g_autoptr (TvCallers)
      callers = options->is_inverted ? tv_callers_new (tree, TV_CALLERS_OF_ALL, NULL) : NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_autoptr (GString) prefix = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  TreeText self = {
    .options = options,
    .tree = tree,
    .callers = callers,
    .measure = tv_call_tree_get_measure (tree),
    .unit = source == TV_CALLS_OF_SLICES
                ? TV_WEIGHT_NS
                : tv_trace_get_stacks (tv_call_paths_get_trace (paths))->kinds[source].unit,
    .rows = rows,
    .stack = stack,
    .prefix = prefix,
  };

  add_rows (&self);
  append_heading (text, file, &self);
  append_moved (text, &self);
  g_string_append_c (text, '\n');
  tv_report_append_rows (text, rows);
  return tv_output_write (text, error);
}

static gboolean
show_tree (const char *file, const TreeOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &options->source, error);
  g_autoptr (TvCallTree) tree = NULL;

  if (trace == NULL)
    return FALSE;
  tree = tv_selection_options_make_tree (
      &options->selection, trace, options->by_thread ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED,
      error);
  return tree != NULL && write_tree (file, tree, options, error);
}

static gboolean
check_options (TreeOptions *options, GError **error)
{
  if (options->top < 0)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--top must not be negative"));
      return FALSE;
    }
  options->cut.min_percent = USUAL_MIN_PERCENT;
  return tv_tree_options_parse (&options->cut, options->min, options->depth, error) &&
         tv_selection_options_check (&options->selection, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (TreeOptions) options = { .depth = 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "inverted", 'i', 0, G_OPTION_ARG_NONE, &options.is_inverted,
      N_("Invert the tree: list functions by exclusive time, with their callers below"), NULL },
    { "by-thread", 0, 0, G_OPTION_ARG_NONE, &options.by_thread, N_("Show one tree for each thread"),
      NULL },
    { "min", 0, 0, G_OPTION_ARG_STRING, &options.min,
      N_("Omit nodes with less than PERCENT of the total (default: 0.5)"), N_("PERCENT") },
    { "top", 'n', 0, G_OPTION_ARG_INT, &options.top,
      N_("Show only the first N callees of each node (default: all)"), N_("N") },
    { "depth", 0, 0, G_OPTION_ARG_INT, &options.depth,
      N_("Maximum number of levels (default: "
         "all)"),
      N_("N") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Shows calls and their times as a tree, sorted by inclusive time."));
  return tv_command_parse (context, entries, argv, error) &&
         tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         check_options (&options, error) && show_tree (operands[0], &options, error);
}

const TvCommand tv_tree_command = { "tree", N_("Show the call tree"), run };
