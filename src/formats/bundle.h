/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/input/input.h"
#include "formats/subject.h"

G_BEGIN_DECLS

/**
 * TvMemberKind:
 * @TV_MEMBER_TRACE: a format is sure of it
 * @TV_MEMBER_PERHAPS: it is packed, or known by more than its beginning: opening it tells
 * @TV_MEMBER_TEXT: a text, which is read as it is
 * @TV_MEMBER_OTHER: what is not read here
 * @TV_MEMBER_LOCKED: it needs a password, or a right to read it
 */
typedef enum
{
  TV_MEMBER_TRACE,
  TV_MEMBER_PERHAPS,
  TV_MEMBER_TEXT,
  TV_MEMBER_OTHER,
  TV_MEMBER_LOCKED,
} TvMemberKind;

/**
 * TvMember:
 * @name: what it is called, with folders; text that can be shown, no name of a file
 * @size: its bytes when unpacked, or -1 if that is not told
 * @modified_s: when it was last written to, in seconds since 1970, or -1
 * @kind: whether it can be opened
 * @title: (transfer none): what it is, for users
 * @subject: what it tells of
 * @is_section: it is a part of a bug report's text, no file
 * @first_line: of a section: its first line in that text, from 1; else 0
 * @stamp_s: when it was made, by the device's wall clock, in s since 1970, or -1 if that is not told
 *
 * A file in a bundle, or a section of the bug report in it.
 */
typedef struct
{
  const char *name;
  gint64 size;
  gint64 modified_s;
  TvMemberKind kind;
  const char *title;
  TvSubject subject;
  gboolean is_section;
  guint64 first_line;
  gint64 stamp_s;
} TvMember;

/**
 * TvBundleFacts:
 * @build: (nullable): the software of the device, as the bug report in the bundle names it
 * @android: (nullable): its version of Android
 * @n_sections: how many sections the text of the bug report has; 0 if there is none
 * @n_lines: how many lines
 * @when_s: when it was made, by the device's wall clock, in s since 1970, or -1
 * @is_whole: it ends as it should
 * @has_zone: the zone of that clock is known
 * @utc_offset_s: by how much it is ahead of UTC, in s
 *
 * What is known of a bundle.
 */
typedef struct
{
  const char *build;
  const char *android;
  guint n_sections;
  guint64 n_lines;
  gint64 when_s;
  gboolean is_whole;
  gboolean has_zone;
  gint32 utc_offset_s;
} TvBundleFacts;

/**
 * TvBundle:
 *
 * A folder, zip or tar with several files, or the text of a bug report, whose sections are members like
 * files. Immutable; any thread may use it. Each of its members opens as a #TvInput of its own;
 * tv_load_member() makes a trace of it.
 */
typedef struct _TvBundle TvBundle;

TvBundle       *tv_bundle_open        (const char     *path,
                                       GCancellable   *cancellable,
                                       GError        **error);
void            tv_bundle_free        (TvBundle       *self);
const TvMember *tv_bundle_get_members (const TvBundle *self,
                                       guint          *n);
guint           tv_bundle_count       (const TvBundle *self,
                                       TvMemberKind    kind);
gboolean        tv_bundle_is_partial  (const TvBundle *self);
gboolean        tv_bundle_is_folder   (const TvBundle *self);
void            tv_bundle_get_facts   (const TvBundle *self,
                                       TvBundleFacts  *facts);
void            tv_bundle_tie_clocks  (const TvBundle *self,
                                       TvClocks       *clocks);
TvBundle       *tv_bundle_ref         (TvBundle       *self);
gboolean        tv_bundle_find        (const TvBundle *self,
                                       const char     *name,
                                       guint          *member);
TvInput        *tv_bundle_open_member (const TvBundle *self,
                                       guint           member,
                                       GCancellable   *cancellable,
                                       GError        **error);
char           *tv_bundle_dup_member_name (const TvBundle *self,
                                       guint           member);
const char     *tv_member_kind_name   (TvMemberKind    kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvBundle, tv_bundle_free)

G_END_DECLS
