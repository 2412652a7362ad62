/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/bundle.h"
#include "formats/input/input.h"
#include "formats/sections.h"

G_BEGIN_DECLS

/* Internal interface of the source files of bundles:
 *
 *   bundle.c           lists the files of a folder or archive, and opens members
 *   bundle-sections.c  adds the sections of a bug report as members
 *   bundle-search.c    searches the text of all members */

struct _TvBundle
{
  gint n_refs; /* reference count; atomic */
  char *path;
  GArray *members;   /* TvMember: files and sections */
  GArray *locations; /* TvBundleLocation, one per member */
  GStringChunk *names;
  gboolean is_partial;
  guint n_files;    /* number of members that are files; all others are sections */
  GPtrArray *inner; /* TvInput: nested archives whose files are also listed */

  TvInput *file; /* (nullable): the archive; NULL for a folder and for a bug report in text form */
  TvSections *sections;  /* (nullable): sections of the bug report */
  guint sections_member; /* index of the member that contains the bug report, or TV_NONE */
};

/* Location of a member on disk, in an archive or in the bug report. */
typedef struct
{
  char *path;    /* (nullable): path, if the member is a file in a folder */
  guint entry;   /* index of the member in its archive, from 0 */
  guint section; /* index of the section in the bug report, or TV_NONE for a file */
  guint inner;   /* index in TvBundle.inner of the archive that contains the member, or TV_NONE */
  guint depth;   /* number of nested archives around the member */
  gsize prefix_size; /* length of the archive's name and the slash in the member's name, in bytes */
  gboolean is_archive;
  gboolean is_listed;    /* whether the files of this nested archive are also members */
  TvDetection detection; /* result of probing the first bytes; may be unset */
} TvBundleLocation;

TvInput  tv_bundle_make_input     (const guint8 *prefix,
                                   gsize         size);
void     tv_bundle_recognize_text (TvInput      *input,
                                   TvMember     *member);
void     tv_bundle_add_sections   (TvBundle     *self,
                                   TvSections   *sections);

G_END_DECLS
