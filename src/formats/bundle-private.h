/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"
#include "formats/input/input.h"
#include "formats/sections.h"

G_BEGIN_DECLS

/* Shared by the source files of bundles:
 *
 *   bundle.c           lists the files of a folder or archive, and opens members
 *   bundle-sections.c  adds the sections of a file as members
 *   bundle-search.c    searches for text in all members
 */

struct _TvBundle
{
  gint n_refs; /* reference count; atomic */
  char *path;
  GArray *members;   /* TvMember: files and sections */
  GArray *locations; /* TvBundleLocation, one per member */
  GStringChunk *names;
  gboolean is_partial;
  guint n_files;    /* number of members that are files; all others are sections */
  GPtrArray *inner; /* TvInput: nested archives in the container */

  TvInput *file;         /* (nullable): archive on disk */
  TvSections *sections;  /* (nullable): sections of the bug report */
  guint sections_member; /* member that contains @sections, or TV_NONE */
};

/* Location of a member on disk, in an archive or in the bug report. */
typedef struct
{
  char *path;        /* (nullable): path on disk */
  guint entry;       /* index in the archive, from 0 */
  guint section;     /* section of the report, or TV_NONE */
  guint inner;       /* nested archive that contains it, or TV_NONE */
  guint depth;       /* nesting depth in the container */
  gsize prefix_size; /* length of the name prefix (archive name and slash), in bytes */
  gboolean is_archive;
  gboolean is_listed;    /* whether the files of this archive are members, too */
  TvDetection detection; /* format of the first bytes, unless the whole member must be probed */
} TvBundleLocation;

TvInput  tv_bundle_make_input     (const guint8 *prefix,
                                   gsize         size);
void     tv_bundle_recognize_text (TvInput      *input,
                                   TvMember     *member);
void     tv_bundle_add_sections   (TvBundle     *self,
                                   TvSections   *sections);

G_END_DECLS
