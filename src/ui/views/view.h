/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table-content.h"
#include "traceview-config.h"
#include "ui/kit/search-entry.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvViewFit:
 * @TV_VIEW_EMPTY: the trace has no content for the view, which the switcher hides
 * @TV_VIEW_FITS: the trace has content for the view
 * @TV_VIEW_LEADS: the view shows the main content of the trace; it is visible first, unless the user has chosen
 *   another view
 *
 * Suitability of a view for a trace.
 */
typedef enum
{
  TV_VIEW_EMPTY,
  TV_VIEW_FITS,
  TV_VIEW_LEADS,
} TvViewFit;

/**
 * TvViewGroup:
 * @TV_VIEW_ANSWER: results for the whole file
 * @TV_VIEW_ANALYSIS: statistics of the selection, whose chips are above the view
 * @TV_VIEW_CONTENT: lists of the content of the file
 *
 * Groups of views in the switcher.
 */
typedef enum
{
  TV_VIEW_ANSWER,
  TV_VIEW_ANALYSIS,
  TV_VIEW_CONTENT,
} TvViewGroup;

/**
 * TvSymbolShow:
 * @TV_SHOW_TREE: position in the call tree
 * @TV_SHOW_CALLERS: callers
 * @TV_SHOW_FLAME: position in the flame graph
 * @TV_SHOW_OCCURRENCES: list of the occurrences
 *
 * Ways in which views show a symbol.
 */
typedef enum
{
  TV_SHOW_TREE = 1 << 0,
  TV_SHOW_CALLERS = 1 << 1,
  TV_SHOW_FLAME = 1 << 2,
  TV_SHOW_OCCURRENCES = 1 << 3,
} TvSymbolShow;

/**
 * TvComparison:
 * @TV_COMPARE_NOTHING: the view compares nothing
 * @TV_COMPARE_RUNS: the view compares the trace with its baseline
 * @TV_COMPARE_DUMPS: the view compares the dumps of the trace with each other
 *
 * Comparison that a view shows.
 */
typedef enum
{
  TV_COMPARE_NOTHING,
  TV_COMPARE_RUNS,
  TV_COMPARE_DUMPS,
} TvComparison;

/**
 * TvViewInfo:
 * @id: name in actions and settings
 * @title: title in the switcher
 * @tooltip: description of the view's content
 * @group: group in the switcher
 * @takes_range: whether the view is limited to the selected range
 * @takes_thread: whether the view is limited to the threads of the thread filter
 * @takes_calls: whether filters by name and duration and transforms of stacks apply to the view
 * @compares: comparison that the view shows. A view that compares runs is hidden without a baseline. A page that is
 *   opened for a comparison shows the first view with this comparison
 * @shows: set of ways in which the view can show a symbol
 * @shows_time: whether the view can show its rows around a timestamp
 * @queries: whether the view can show the rows of another view's list as a query
 * @get_type: type of the widget, a subclass of #TvView
 * @kind: (nullable): description of the rows, if several views share a type
 * @get_fit: returns whether a trace has content for the view
 * @count: (nullable): returns a number to show beside the title
 * @has_news: (nullable): returns whether the view contains something that needs attention
 * @has_line: (nullable): returns whether the view can show a line of the file; lines are counted from 1
 *
 * Description of a view, available before the view is created.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *tooltip;
  TvViewGroup group;
  gboolean takes_range;
  gboolean takes_thread;
  gboolean takes_calls;
  TvComparison compares;
  TvSymbolShow shows;
  gboolean shows_time;
  gboolean queries;
  GType (*get_type) (void);
  gconstpointer kind;
  TvViewFit (*get_fit) (TvTrace *trace);
  guint (*count) (TvTrace *trace);
  gboolean (*has_news) (TvTrace *trace);
  gboolean (*has_line) (TvTrace *trace, guint64 line);
} TvViewInfo;

/* Views that need optional libraries */
#ifdef TV_HAVE_QUERY_EDITOR
#define TV_VIEWS_QUERY(VIEW) VIEW (query)
#else
#define TV_VIEWS_QUERY(VIEW)
#endif

/* X-macro with one line per view, in the order of the switcher, group by group. The folder of each view defines
 * tv_view_NAME. */
#define TV_VIEWS(VIEW)                                                                             \
  VIEW (findings)                                                                                  \
  VIEW (difference)                                                                                \
  VIEW (profile)                                                                                   \
  VIEW (call_tree)                                                                                 \
  VIEW (flame)                                                                                     \
  VIEW (occurrences)                                                                               \
  VIEW (samples)                                                                                   \
  VIEW (threads)                                                                                   \
  VIEW (range)                                                                                     \
  VIEW (call_graph)                                                                                \
  VIEW (groups)                                                                                    \
  VIEW (runs)                                                                                      \
  VIEW (dump)                                                                                      \
  VIEW (dump_changes)                                                                              \
  VIEW (event_queue)                                                                               \
  VIEW (registers)                                                                                 \
  VIEW (memory_map)                                                                                \
  VIEW (memory_words)                                                                              \
  VIEW (open_files)                                                                                \
  VIEW (dump_facts)                                                                                \
  VIEW (heap)                                                                                      \
  VIEW (smaps)                                                                                     \
  VIEW (memory_report)                                                                             \
  VIEW (cpu_report)                                                                                \
  VIEW (starts)                                                                                    \
  VIEW (frames)                                                                                    \
  VIEW (frame_statistics)                                                                          \
  VIEW (log)                                                                                       \
  VIEW (events)                                                                                    \
  TV_VIEWS_QUERY (VIEW)                                                                            \
  VIEW (text)                                                                                      \
  VIEW (problems)

#define TV_DECLARE_VIEW(name) extern const TvViewInfo tv_view_##name;
TV_VIEWS (TV_DECLARE_VIEW)

const TvViewInfo *const *tv_views_get (guint *n);
gboolean tv_views_show (TvTrace *trace, TvSymbolShow how);
gboolean tv_views_have_line (TvTrace *trace, guint64 line);

/**
 * TvViewClass:
 * @set_session: sets the session, which tv_view_get_session() already returns; called once
 * @set_seen: (nullable): called when a view with a session becomes visible or invisible; a visible view then computes
 *   its results
 * @get_tools: (nullable): (transfer none): returns the widget for the bar above the view; if the function is %NULL,
 *   that is the search entry, or the box that contains it
 * @get_mode: (nullable): (transfer none): returns the widget beside the chips that chooses the mode of the view
 * @get_menu: (nullable): (transfer none): returns the options for the menu of the bar; %NULL for no options
 * @find: (nullable): moves the focus to the search entry; %NULL if the entry was set with tv_view_set_find_box()
 * @step: (nullable): goes to the next (1) or previous (-1) match
 * @export_image: (nullable): asks for a file, then writes an image of the view to it
 * @dup_table: (nullable): (transfer full): returns the table with a name, or the main table without a name, and the
 *   rows in the visible order; %NULL if there is no such table
 * @describe_content: (nullable): adds the view's filter to the description of a table; if the function is %NULL, the
 *   description lists the filter as omitted
 * @show_content: (nullable): shows the rows of another view's list as a query
 * @dup_summary: (nullable): (transfer full): returns a summary of the visible rows, or %NULL; the view notifies
 *   "summary" when it changes
 * @add_actions: (nullable): adds actions and states for the window and for scripts
 * @add_chips: (nullable): adds a #TvChip for each filter of the view, without those of the session; see
 *   "chips-changed"
 * @is_empty: (nullable): returns whether the selection or the view's filter hides everything
 * @dup_filter: (nullable): (transfer full): returns a description of the filter, or %NULL without a filter. Views
 *   that only filter by the text of the search entry do not need this function
 * @clear_filter: (nullable): removes the filter; %NULL to clear the search entry
 * @show_line: (nullable): goes to a line of the file; see @has_line of #TvViewInfo
 * @show_time: (nullable): shows the rows around a timestamp; see @shows_time of #TvViewInfo
 * @show_symbol: (nullable): shows the session's selected symbol; see @shows of #TvViewInfo
 *
 * View of an open trace: a widget with a folder of its own, which follows the session and is independent of other
 * views and of the window. When the view is disposed, its signal handlers on the session and on its children are
 * disconnected.
 */

#define TV_TYPE_VIEW (tv_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvView, tv_view, TV, VIEW, GtkWidget)

struct _TvViewClass
{
  GtkWidgetClass parent_class;

  void (*set_session) (TvView *self, TvSession *session);
  void (*set_seen) (TvView *self, gboolean is_seen);
  GtkWidget *(*get_tools) (TvView *self);
  GtkWidget *(*get_mode) (TvView *self);
  GMenuModel *(*get_menu) (TvView *self);
  void (*find) (TvView *self);
  void (*step) (TvView *self, int direction);
  void (*export_image) (TvView *self);
  TvTable *(*dup_table) (TvView *self, const char *name, GBytes **order);
  void (*describe_content) (TvView *self, TvTableContent *content);
  void (*show_content) (TvView *self, const TvTableContent *content);
  char *(*dup_summary) (TvView *self);
  void (*add_actions) (TvView *self, GActionMap *map);
  void (*add_chips) (TvView *self, GPtrArray *chips);
  gboolean (*is_empty) (TvView *self);
  char *(*dup_filter) (TvView *self);
  void (*clear_filter) (TvView *self);
  void (*show_line) (TvView *self, guint64 line);
  void (*show_time) (TvView *self, gint64 ns);
  void (*show_symbol) (TvView *self, TvSymbolShow how);
};

TvView     *tv_view_new         (const TvViewInfo *info);
const TvViewInfo *tv_view_get_info (TvView   *self);
void        tv_view_set_session (TvView      *self,
                                 TvSession   *session);
TvSession  *tv_view_get_session (TvView      *self);
gboolean    tv_view_is_seen     (TvView      *self);
void        tv_view_raise        (TvView      *self);
void        tv_view_set_find_box (TvView     *self,
                                 TvSearchEntry *entry,
                                 GtkWidget   *box);
GtkWidget  *tv_view_get_tools   (TvView      *self);
GtkWidget  *tv_view_get_mode    (TvView      *self);
GMenuModel *tv_view_get_menu    (TvView      *self);
gboolean    tv_view_find        (TvView      *self);
gboolean    tv_view_export_image (TvView   *self);
gboolean    tv_view_step        (TvView      *self,
                                 int          direction);
TvTable    *tv_view_dup_table   (TvView      *self,
                                 const char  *name,
                                 GBytes     **order);
void        tv_view_add_actions (TvView      *self,
                                 GActionMap  *map);
gboolean    tv_view_has_chips   (TvView      *self);
void        tv_view_add_chips   (TvView      *self,
                                 GPtrArray   *chips);
gboolean    tv_view_is_busy     (TvView      *self);
void        tv_view_set_busy    (TvView      *self,
                                 gboolean     is_busy);
void        tv_view_describe_content (TvView *self,
                                 TvTableContent *content);
void        tv_view_describe_text (TvSearchEntry *entry,
                                 TvTableContent *content);
void        tv_view_show_content (TvView     *self,
                                 const TvTableContent *content);
char       *tv_view_dup_summary (TvView      *self);
gboolean    tv_view_is_empty    (TvView      *self);
char       *tv_view_dup_filter  (TvView      *self);
void        tv_view_clear_filter (TvView     *self);
void        tv_view_show_line   (TvView      *self,
                                 guint64      line);
void        tv_view_show_time   (TvView      *self,
                                 gint64       ns);
void        tv_view_show_symbol (TvView      *self,
                                 TvSymbolShow how);
void        tv_view_change_chips (TvView     *self);
void        tv_view_change_content (TvView   *self);

G_END_DECLS
