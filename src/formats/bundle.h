/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

/**
 * TvMemberKind:
 * @TV_MEMBER_TRACE: a format is sure of it
 * @TV_MEMBER_PERHAPS: it is packed, or known by more than its beginning: opening it tells
 * @TV_MEMBER_OTHER: what is not read here
 * @TV_MEMBER_LOCKED: it needs a password, or a right to read it
 */
typedef enum
{
  TV_MEMBER_TRACE,
  TV_MEMBER_PERHAPS,
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
 *
 * A file in a bundle.
 */
typedef struct
{
  const char *name;
  gint64 size;
  gint64 modified_s;
  TvMemberKind kind;
  const char *title;
} TvMember;

/**
 * TvBundle:
 *
 * A folder, zip or tar with several files. Immutable; any thread may use it. Each of its members
 * opens as a #TvInput of its own; tv_load_member() makes a trace of it.
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
