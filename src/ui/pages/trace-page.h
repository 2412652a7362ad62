/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/**
 * TvTracePageState:
 * @TV_TRACE_PAGE_LOADING: the file is being read
 * @TV_TRACE_PAGE_FAILED: the file could not be read
 * @TV_TRACE_PAGE_READY: the trace is shown
 * @TV_TRACE_PAGE_BUNDLE: the members of a bundle are listed
 *
 * State of a page.
 */
typedef enum
{
  TV_TRACE_PAGE_LOADING,
  TV_TRACE_PAGE_FAILED,
  TV_TRACE_PAGE_READY,
  TV_TRACE_PAGE_BUNDLE,
} TvTracePageState;

/* The page in a tab, for a file or for several files on one timeline. It shows the progress of loading, the reason
 * why a file could not be read, the members of a bundle, or the timeline with the panel below it.
 *
 * Properties (with notify):
 *
 *   title     string     title of the tab: name of the file or files
 *   subtitle  string     summary of the trace; NULL until it is loaded
 *   session   TvSession  session; NULL until it is loaded
 *   details   boolean    whether the details are visible
 *   overview  boolean    whether the overview is enabled
 *
 * Signals:
 *
 *   state-changed        see tv_trace_page_get_state()
 *   cancelled            the user has cancelled loading
 *   replaced (page)      another page of the file should replace this one
 *   opened (page)        another page of the file should be opened in a new tab */

#define TV_TYPE_TRACE_PAGE (tv_trace_page_get_type ())
G_DECLARE_FINAL_TYPE (TvTracePage, tv_trace_page, TV, TRACE_PAGE, GtkWidget)

GtkWidget       *tv_trace_page_new         (GFile       *file,
                                            const char  *member);
GtkWidget       *tv_trace_page_new_at      (GFile       *file,
                                            const char  *member,
                                            gboolean     is_text,
                                            guint64      line);
gboolean         tv_trace_page_show_line   (TvTracePage *self,
                                            guint64      line);
void             tv_trace_page_show_time   (TvTracePage *self,
                                            gint64       ns);
void             tv_trace_page_show_dump_changes (TvTracePage *self);
gboolean         tv_trace_page_is_text_copy (TvTracePage *self);
/* Offset of a file for which the user has not entered an offset. */
#define TV_NO_OFFSET G_MININT64

GtkWidget       *tv_trace_page_new_multi_file (GVariant *sources);
GtkWidget       *tv_trace_page_new_compared (GFile *const *baselines,
                                             guint        n_baselines,
                                             GFile       *file);
GFile           *tv_trace_page_get_baseline (TvTracePage *self);
GVariant        *tv_trace_page_get_multi_file (TvTracePage *self);
GFile           *tv_trace_page_get_file    (TvTracePage *self);
const char      *tv_trace_page_get_member  (TvTracePage *self);
TvTracePageState tv_trace_page_get_state   (TvTracePage *self);
TvSession       *tv_trace_page_get_session (TvTracePage *self);
GActionGroup    *tv_trace_page_get_actions (TvTracePage *self);
GActionGroup    *tv_trace_page_get_session_actions (TvTracePage *self);
void             tv_trace_page_focus       (TvTracePage *self);
void             tv_trace_page_cancel      (TvTracePage *self);
GtkWidget       *tv_trace_page_replace_session (TvTracePage *self,
                                                TvSession   *session);
void             tv_trace_page_read_again  (TvTracePage *self,
                                            GCancellable *cancellable,
                                            void (*progress) (double fraction, gpointer data),
                                            GAsyncReadyCallback callback,
                                            gpointer     data);

char      *tv_trace_page_dup_found     (TvTracePage *self);

G_END_DECLS
