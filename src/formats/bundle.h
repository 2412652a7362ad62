/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/input/input.h"
#include "formats/content-kind.h"

G_BEGIN_DECLS

/**
 * TvMemberKind:
 * @TV_MEMBER_TRACE: trace; a format is sure of its first bytes
 * @TV_MEMBER_PERHAPS: possible trace: compressed, or in a format that must probe the whole file
 * @TV_MEMBER_TEXT: plain text
 * @TV_MEMBER_OTHER: unsupported content
 * @TV_MEMBER_LOCKED: password-protected or without read permission
 *
 * Kinds of members.
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
 * @name: display name with folders; not usable as a path
 * @size: uncompressed size in bytes, or -1 if unknown
 * @modified_s: modification time in s since 1970, or -1
 * @title: (transfer none): title of the format, or a description of the content
 * @subject: kind of content
 * @is_section: whether the member is a section of a bug report instead of a file
 * @first_line: line number of the section's first line in the bug report, from 1; 0 for files
 * @stamp_s: creation time of a section by the device's wall clock, in s since 1970; -1 if unknown
 *
 * A member of a bundle: a file, or a section of the bug report.
 */
typedef struct
{
  const char *name;
  gint64 size;
  gint64 modified_s;
  TvMemberKind kind;
  const char *title;
  TvContentKind subject;
  gboolean is_section;
  guint64 first_line;
  gint64 stamp_s;
} TvMember;

/**
 * TvBundleProperties:
 * @build: (nullable): software build of the device
 * @system: (nullable): name and version of the operating system
 * @n_sections: number of sections; 0 if there is no bug report
 * @n_lines: number of lines in the bug report
 * @when_s: time of the report by the device's wall clock, in s since 1970, or -1
 * @is_whole: whether the report is complete; %TRUE if there is no report
 * @has_zone: whether the time zone of the wall clock is known
 * @utc_offset_s: offset of the wall clock from UTC, in s
 *
 * Properties of a bundle, as stated by its bug report.
 */
typedef struct
{
  const char *build;
  const char *system;
  guint n_sections;
  guint64 n_lines;
  gint64 when_s;
  gboolean is_whole;
  gboolean has_zone;
  gint32 utc_offset_s;
} TvBundleProperties;

/**
 * TvBundle:
 *
 * A folder, a zip or tar with several files, or a bug report in text form, whose sections are members like files.
 * Immutable; any thread may use it. tv_bundle_open_member() opens a member as a #TvInput; tv_load_member() loads it
 * as a trace.
 */
typedef struct _TvBundle TvBundle;

TvBundle       *tv_bundle_open        (const char     *path,
                                       GCancellable   *cancellable,
                                       GError        **error);
TvBundle       *tv_bundle_open_or_file (const char    *path,
                                       TvInput       **file,
                                       GCancellable   *cancellable,
                                       GError        **error);
void            tv_bundle_free        (TvBundle       *self);
const TvMember *tv_bundle_get_members (const TvBundle *self,
                                       guint          *n);
guint           tv_bundle_count       (const TvBundle *self,
                                       TvMemberKind    kind);
gboolean        tv_bundle_is_partial  (const TvBundle *self);
gboolean        tv_bundle_is_folder   (const TvBundle *self);
void            tv_bundle_get_properties   (const TvBundle *self,
                                       TvBundleProperties  *properties);
void            tv_bundle_sync_clocks  (const TvBundle *self,
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
