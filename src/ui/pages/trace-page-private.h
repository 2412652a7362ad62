/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/pages/bundle-page.h"
#include "ui/pages/page-names.h"
#include "ui/pages/page-position.h"
#include "ui/pages/panel.h"
#include "ui/views/diagnosis-box.h"
#include "ui/views/details/details.h"
#include "ui/session/saved-view.h"
#include "ui/views/search/search-bar.h"
#include "ui/views/timeline/overview-view.h"
#include "ui/views/timeline/timeline.h"
#include "ui/pages/trace-page.h"

G_BEGIN_DECLS

/* The page, shared by these files:
 *
 *   trace-page.c           the widget, its actions, its layout
 *   trace-page-load.c      loading, and showing a loaded trace
 *   trace-page-baseline.c  comparison with another run, or of two heap dumps */

struct _TvTracePage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *loading_name;
  GtkLabel *loading_size;
  GtkProgressBar *progress;
  AdwStatusPage *failed_page;
  GtkWidget *as_text_button; /* child of @failed_page */
  AdwStatusPage *empty_page;
  AdwPreferencesGroup *empty_properties; /* child of @empty_page */
  GtkRevealer *notice;
  GtkLabel *notice_label;
  GtkWidget *symbols_button;
  TvSearchBar *search_bar;
  TvDiagnosisBox *diagnosis;
  TvOverviewView *overview;
  GtkWidget *query_tracks;
  GtkPaned *paned;
  GtkWidget *timelines;
  GtkBox *timelines_box;      /* child of @timelines */
  GtkLabel *timeline_heading; /* heading of @timeline, visible if there are two timelines */
  TvTimeline *timeline;
  AdwFlap *flap;
  TvPanel *panel;
  TvDetails *details;
  TvBundlePage *bundle_page;

  GFile *file;          /* file as named by the user; after loading, the file found by that name */
  char *member;         /* (nullable): name of a member of @file, which is shown instead of @file */
  GVariant *multi_file; /* (nullable): see tv_trace_page_new_multi_file() */
  GFile *baseline_file; /* (nullable): file of the earlier run */
  gboolean is_as_text;  /* whether to read the file as plain text */
  gboolean is_text_copy; /* see tv_trace_page_is_text_copy(); disables @saver */
  TvPagePosition position;
  gboolean is_of_snapshots;     /* whether the baseline is the same trace at an earlier time */
  GPtrArray *more_runs[2];      /* (nullable) (element-type GFile): before, after */
  char *aligned_at;             /* (nullable): event at which runs are aligned; NULL for starts */
  gint64 aligned_ns[2];         /* timestamps of that event in the later and in the earlier run */
  TvSelection *first_selection; /* (nullable): applied when both runs are loaded */
  char *title;
  TvTracePageState state;
  GCancellable *cancellable; /* (nullable): set while the file is being loaded */
  TvPageNames *names;        /* (nullable): changes of names; NULL after dispose */
  guint blank_id;
  TvSession *session;                  /* (nullable): NULL until the file is loaded */
  TvViewSaver *saver;                  /* (nullable): NULL if the view state is not saved */
  GSimpleActionGroup *actions;         /* (nullable): actions that the window exports */
  GSimpleActionGroup *session_actions; /* (nullable): actions of the session */
  gboolean has_timeline;               /* whether the trace has content for a timeline */
  gboolean wants_details;
  gboolean wants_overview;
  gulong paned_id;          /* id of the handler that waits until @paned has a size, or 0 */
  gboolean is_handle_moved; /* whether the user has moved the handle of @paned */
  int details_width;        /* width of the details in px */
  gboolean has_new_details; /* whether the timeline must still adjust to the details */
};

void     tv_trace_page_set_state         (TvTracePage     *self,
                                         TvTracePageState state);
void     tv_trace_page_load              (TvTracePage     *self);
void     tv_trace_page_stop_loading      (TvTracePage     *self);
void     tv_trace_page_report_cancelled    (TvTracePage     *self);
char    *tv_trace_page_dup_title         (TvTracePage     *self);

void     tv_trace_page_take_baselines    (TvTracePage     *self,
                                         GFile *const    *baselines,
                                         guint            n);
GtkWidget *tv_trace_page_new_same_runs   (TvTracePage     *other,
                                         gboolean         is_swapped);
gboolean tv_trace_page_can_swap_sides    (gpointer         page);
void     tv_trace_page_swap_sides        (TvTracePage     *self);
void     tv_trace_page_load_baseline     (TvTracePage     *self,
                                         TvSession       *session);
void     tv_trace_page_show_baseline     (TvTracePage     *self);
void     tv_trace_page_take_loaded       (TvTracePage     *self,
                                         TvSession       *session,
                                         const GError    *error);
void     tv_trace_page_show_session      (TvTracePage     *self,
                                         TvSession       *session);
void     tv_trace_page_open_beside       (TvTracePage     *self,
                                          TvTracePage     *other);
GtkWidget *tv_trace_page_new_snapshots_renamed (TvTracePage *other,
                                          TvSession       *session);
void     tv_trace_page_add_snapshot_actions (TvTracePage   *self,
                                          GActionMap      *map);
void     tv_trace_page_replace           (TvTracePage     *self,
                                          TvTracePage     *other);
void     tv_trace_page_offer_actions     (TvTracePage     *self);
void     tv_trace_page_update_details    (TvTracePage     *self);
void     tv_trace_page_update_layout     (TvTracePage     *self);
void     tv_trace_page_distribute_space  (TvTracePage     *self);

G_END_DECLS
