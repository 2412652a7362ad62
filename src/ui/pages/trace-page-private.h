/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/pages/bundle-page.h"
#include "ui/pages/panel.h"
#include "ui/views/answer.h"
#include "ui/views/details/details.h"
#include "ui/session/kept-view.h"
#include "ui/views/search/search-bar.h"
#include "ui/views/timeline/overview-view.h"
#include "ui/views/timeline/timeline.h"
#include "ui/pages/trace-page.h"

G_BEGIN_DECLS

/* The parts of a page:
 *
 *   trace-page.c          the widget, its properties, one step back
 *   trace-page-load.c     a file while it is read, and why it could not be
 *   trace-page-loaded.c   what is shown of a trace
 *   trace-page-names.c    what it is called by
 *   trace-page-baseline.c the earlier run that it is compared with
 *   trace-page-moments.c  two moments of a heap
 *   trace-page-actions.c  what can be done with it by name
 *   trace-page-place.c    a line, a view or a moment that it is opened at
 *   trace-page-room.c     who gets how much room: overview, timeline, panel, details
 */

struct _TvTracePage
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *loading_name;
  GtkLabel *loading_size;
  GtkProgressBar *progress;
  AdwStatusPage *failed_page;
  GtkWidget *as_text_button; /* of that */
  AdwStatusPage *empty_page;
  AdwPreferencesGroup *empty_facts; /* of that */
  GtkRevealer *notice;
  GtkLabel *notice_label;
  GtkWidget *symbols_button;
  TvSearchBar *search_bar;
  TvAnswer *answer;
  TvOverviewView *overview;
  GtkPaned *paned;
  GtkWidget *timelines;
  GtkBox *timelines_box;   /* of that */
  GtkLabel *timeline_head; /* above the timeline, where there are two */
  TvTimeline *timeline;
  AdwFlap *flap;
  TvPanel *panel;
  TvDetails *details;
  TvBundlePage *bundle_page;

  GFile *file;  /* as given, until it is found */
  char *member; /* (nullable): which of the files in it */
  GVariant
      *together; /* (nullable): all that are on its timeline, see tv_trace_page_new_together() */
  GFile *baseline_file;    /* (nullable): of an earlier run, which it is compared with */
  gboolean is_as_text;     /* it is read as plain text */
  gboolean is_text_copy;   /* …and also opens as itself */
  guint64 wanted_line;     /* to be shown once it is loaded, from 1; or 0 */
  char *wanted_view;       /* (nullable): likewise */
  gint64 wanted_ns;        /* of the log there: a time in its middle, or TV_NO_TIME */
  gboolean is_of_moments;  /* that is the same file, at an earlier time */
  GPtrArray *more_runs[2]; /* (nullable) (of GFile): further runs before the change, and after */
  char *aligned_at;     /* (nullable): what both runs are aligned at at first; else their starts */
  gint64 aligned_ns[2]; /* when that is, in the later run and in the earlier */
  TvSelection *first_selection; /* (nullable): selected once both runs are read */
  char *title;
  TvTracePageState state;
  GCancellable *cancellable;       /* set while loading */
  GCancellable *names_cancellable; /* (nullable): set while it gets other names */
  guint blank_id;
  gboolean is_cancelled_by_user;
  TvSession *session;                  /* (nullable) */
  TvViewKeeper *keeper;                /* (nullable): with a session */
  GSimpleActionGroup *actions;         /* (nullable): what the window offers of the page */
  GSimpleActionGroup *session_actions; /* (nullable): choices that are the session's */
  gboolean has_timeline;               /* the trace has tracks, or counters */
  gboolean wants_details;
  gboolean wants_overview;
  gulong paned_id;          /* until the paned has its size */
  gboolean is_handle_moved; /* the paned's, by a drag or a key that goes on */
  int details_width;        /* px */
  gboolean has_new_details; /* the timeline is to be told that they came or went */
};

void     tv_trace_page_set_state         (TvTracePage     *self,
                                         TvTracePageState state);
void     tv_trace_page_load              (TvTracePage     *self);
void     tv_trace_page_read              (TvTracePage     *self,
                                          GCancellable    *cancellable,
                                          void           (*progress) (double   fraction,
                                                                      gpointer page),
                                          GAsyncReadyCallback callback);
gboolean tv_trace_page_has_line          (TvTracePage     *self,
                                         TvSession       *session);
void     tv_trace_page_go_to_place       (TvTracePage     *self);
gboolean tv_trace_page_can_show_log_around (gpointer      page);
void     tv_trace_page_show_log_around   (gpointer         page,
                                         const char      *name,
                                         GVariant        *parameter);
void     tv_trace_page_stop_loading      (TvTracePage     *self);
void     tv_trace_page_tell_cancelled    (TvTracePage     *self);
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
GtkWidget *tv_trace_page_new_renamed     (TvTracePage     *other,
                                          TvSession       *session);
void     tv_trace_page_open_beside       (TvTracePage     *self,
                                          TvTracePage     *other);
char    *tv_trace_page_dup_side          (TvTracePage     *self,
                                          TvSession       *session,
                                          GFile           *file);
GtkWidget *tv_trace_page_new_of_moments  (TvTracePage     *other,
                                          TvSession       *session);
GtkWidget *tv_trace_page_new_moments_renamed (TvTracePage *other,
                                          TvSession       *session);
GtkWidget *tv_trace_page_new_moments_swapped (TvTracePage *other);
void     tv_trace_page_add_moments_actions (TvTracePage   *self,
                                          GActionMap      *map);
void     tv_trace_page_replace           (TvTracePage     *self,
                                          TvTracePage     *other);
void     tv_trace_page_cancel_names      (TvTracePage     *self);
void     tv_trace_page_add_names_actions (TvTracePage     *self,
                                          GActionMap      *map);
void     tv_trace_page_offer_actions     (TvTracePage     *self);
void     tv_trace_page_set_details       (TvTracePage     *self,
                                         gboolean         are_shown);
void     tv_trace_page_update_details    (TvTracePage     *self);
void     tv_trace_page_set_overview      (TvTracePage     *self,
                                         gboolean         is_wanted);
void     tv_trace_page_update_room       (TvTracePage     *self);
gboolean tv_trace_page_is_log_alone (TvTracePage *self);
void tv_trace_page_locate_symbols (TvTracePage *self);
gboolean tv_trace_page_can_locate_symbols (TvTracePage *self);
void     tv_trace_page_share_room        (TvTracePage     *self);
void     tv_trace_page_follow_room       (TvTracePage     *self);

G_END_DECLS
