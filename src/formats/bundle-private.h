/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"
#include "formats/report/report-clocks.h"

G_BEGIN_DECLS

/* The parts of a bundle:
 *
 *   bundle.c           files of a folder or archive, and opening members
 *   bundle-sections.c  sections of the bug report among them
 *   bundle-search.c    text search in all of them
 */

struct _TvBundle
{
  gint n_refs; /* atomic */
  char *path;
  GArray *members; /* TvMember */
  GArray *places;  /* TvBundlePlace, one per member */
  GStringChunk *names;
  gboolean is_partial;
  guint n_files; /* files of the container and of nested archives; the other members are sections */
  GPtrArray *inner; /* GBytes: archives in the container */

  TvReport *report;    /* (nullable) */
  guint report_member; /* the file that contains it, or TV_NONE */
  TvReportClocks clocks;
  char *build;
  char *android;
};

/* Location of a member. */
typedef struct
{
  char *path;        /* (nullable): on disk */
  guint entry;       /* in the archive, from 0 */
  guint section;     /* section of the report, or TV_NONE */
  guint inner;       /* nested archive that contains it, or TV_NONE */
  guint depth;       /* nesting depth in the container */
  gsize prefix_size; /* length of the prefix with the archive's name and a slash */
  gboolean is_archive;
  gboolean is_listed; /* whether the files of this archive are members too */
} TvBundlePlace;

TvInput  tv_bundle_make_head      (const guint8 *head,
                                   gsize         size);
void     tv_bundle_recognize_text (TvInput      *head,
                                   TvMember     *member);
gboolean tv_bundle_add_sections   (TvBundle     *self,
                                   GBytes       *text,
                                   GCancellable *cancellable,
                                   GError      **error);

G_END_DECLS
