/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"
#include "ui/kit/search-entry.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvViewFit:
 * @TV_VIEW_EMPTY: the trace has nothing that the view could show; it is not offered
 * @TV_VIEW_FITS: it has
 * @TV_VIEW_LEADS: it is what such a trace is about: shown first unless another was chosen before
 */
typedef enum
{
  TV_VIEW_EMPTY,
  TV_VIEW_FITS,
  TV_VIEW_LEADS,
} TvViewFit;

/**
 * TvViewGroup:
 * @TV_VIEW_ANALYSIS: counts what is selected; the chips of the selection stand above it
 * @TV_VIEW_CONTENT: lists what the file holds
 */
typedef enum
{
  TV_VIEW_ANALYSIS,
  TV_VIEW_CONTENT,
} TvViewGroup;

/**
 * TvSymbolShow:
 * @TV_SHOW_TREE: where it is in the tree of calls
 * @TV_SHOW_CALLERS: who calls it
 * @TV_SHOW_FLAME: where it is in a flame graph
 * @TV_SHOW_OCCURRENCES: each of its calls
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
 * TvViewInfo:
 * @id: a word for it, in actions and settings
 * @title: what the switcher calls it
 * @tooltip: what it shows
 * @group: where in the switcher it stands
 * @takes_range: whether it shows only what is in the selected time
 * @takes_thread: whether it shows only the threads that are filtered to
 * @takes_calls: whether it shows calls as they are filtered by name and length, and transformed
 * @compares: whether it is about the trace and the one that it is compared with, and there only then
 * @shows: in which ways it shows a symbol, #TvSymbolShow, when it is asked to
 * @get_type: the type of its widget, which is a #TvView
 * @kind: (nullable): what the widget is of, where several views are of one type; see there
 * @get_fit: whether a trace has something for it
 * @count: (nullable): a number to tell beside the title
 * @has_news: (nullable): whether what it shows asks for attention
 *
 * What is known of a view before there is one.
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
  gboolean compares;
  TvSymbolShow shows;
  GType (*get_type) (void);
  gconstpointer kind;
  TvViewFit (*get_fit) (TvTrace *trace);
  guint (*count) (TvTrace *trace);
  gboolean (*has_news) (TvTrace *trace);
} TvViewInfo;

/* All views, a line each, in the order of the switcher: first those of %TV_VIEW_ANALYSIS. Each is a
 * tv_view_NAME that its own folder defines. */
#define TV_VIEWS(VIEW)                                                                             \
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
  VIEW (frames)                                                                                    \
  VIEW (frame_statistics)                                                                          \
  VIEW (log)                                                                                       \
  VIEW (events)                                                                                    \
  VIEW (text)                                                                                      \
  VIEW (problems)

#define TV_DECLARE_VIEW(name) extern const TvViewInfo tv_view_##name;
TV_VIEWS (TV_DECLARE_VIEW)

const TvViewInfo *const *tv_views_get (guint *n);
gboolean tv_views_show (TvTrace *trace, TvSymbolShow how);

/**
 * TvViewClass:
 * @set_session: shows a session, which tv_view_get_session() has from now on; once
 * @set_seen: (nullable): it is seen, with a session, or is not any more: what only those who look at it
 *   need is to be found now
 * @get_tools: (nullable): (transfer none): what stands in the bar above it; %NULL = its find box
 * @get_mode: (nullable): (transfer none): a choice of how it looks at things, beside the chips
 * @get_menu: (nullable): (transfer none): its options, for the bar's menu; %NULL if it has none
 * @find: (nullable): moves the focus to where one types what to look for; %NULL = its find box
 * @step: (nullable): goes to the next (1) or previous (-1) of what is found
 * @export_picture: (nullable): asks where a picture of what it shows is to be, and writes it
 * @dup_table: (nullable): (transfer full): the table of a name, or without a name the one that is
 *   shown most, with its rows in the order shown; or %NULL if it has none such
 * @dup_summary: (nullable): (transfer full): what is left of all by what is selected, or %NULL;
 *   "summary" is to be notified when it is another
 * @add_actions: (nullable): what it can be asked and told from outside
 * @add_chips: (nullable): adds what changes its numbers, but for what the whole session has
 *   selected, as #TvChip; see "chips-changed"
 * @is_empty: (nullable): whether nothing is left to show by what is selected, or by its own filter
 * @dup_filter: (nullable): (transfer full): that filter in words, or %NULL if it has none now; %NULL = what its
 *   find box filters by
 * @clear_filter: (nullable): takes it back; %NULL = empties the find box
 * @show_symbol: (nullable): brings the session's selected symbol into sight, in one of the ways of its
 *   #TvViewInfo
 *
 * A view of an open trace: a widget in a folder of its own that binds to the session and knows
 * neither other views nor the window. What it connects to the session and to its children ends with it.
 *
 * Properties (readable, with notify):
 *   is-busy   boolean   what it shows is not yet what it is to show; see tv_view_set_busy()
 *   summary   string    see @dup_summary
 *
 * Signals:
 *   chips-changed
 *   content-changed     it may be empty now, or not any more
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
  void (*export_picture) (TvView *self);
  TvTable *(*dup_table) (TvView *self, const char *name, GBytes **order);
  char *(*dup_summary) (TvView *self);
  void (*add_actions) (TvView *self, GActionMap *map);
  void (*add_chips) (TvView *self, GPtrArray *chips);
  gboolean (*is_empty) (TvView *self);
  char *(*dup_filter) (TvView *self);
  void (*clear_filter) (TvView *self);
  void (*show_symbol) (TvView *self, TvSymbolShow how);
};

TvView     *tv_view_new         (const TvViewInfo *info);
const TvViewInfo *tv_view_get_info (TvView   *self);
void        tv_view_set_session (TvView      *self,
                                 TvSession   *session);
TvSession  *tv_view_get_session (TvView      *self);
gboolean    tv_view_is_seen     (TvView      *self);
void        tv_view_set_find_box (TvView     *self,
                                 TvSearchEntry *entry,
                                 GtkWidget   *box);
GtkWidget  *tv_view_get_tools   (TvView      *self);
GtkWidget  *tv_view_get_mode    (TvView      *self);
GMenuModel *tv_view_get_menu    (TvView      *self);
gboolean    tv_view_find        (TvView      *self);
gboolean    tv_view_export_picture (TvView   *self);
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
char       *tv_view_dup_summary (TvView      *self);
gboolean    tv_view_is_empty    (TvView      *self);
char       *tv_view_dup_filter  (TvView      *self);
void        tv_view_clear_filter (TvView     *self);
void        tv_view_show_symbol (TvView      *self,
                                 TvSymbolShow how);
void        tv_view_change_chips (TvView     *self);
void        tv_view_change_content (TvView   *self);

G_END_DECLS
