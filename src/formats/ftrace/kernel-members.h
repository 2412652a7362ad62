/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/kernel-events.h"

G_BEGIN_DECLS

/**
 * TvKernelMemberType:
 * @TV_KERNEL_MEMBER_NONE: the typed event lacks the field
 * @TV_KERNEL_MEMBER_TEXT: #TvSpan
 * @TV_KERNEL_MEMBER_INT: gint32; larger numbers are malformed
 * @TV_KERNEL_MEMBER_LONG: gint64, or guint64
 *
 * Types of the members of a typed event.
 */
typedef enum
{
  TV_KERNEL_MEMBER_NONE,
  TV_KERNEL_MEMBER_TEXT,
  TV_KERNEL_MEMBER_INT,
  TV_KERNEL_MEMBER_LONG,
} TvKernelMemberType;

/**
 * TvKernelMember:
 * @type: #TvKernelMemberType
 * @how: letter of the form in which the kernel prints the field, see kernel-events.def; 0 if none
 * @offset: offset in the struct of the typed event, in bytes
 *
 * Member of a typed event, for a field of its message.
 */
typedef struct
{
  guint8 type;
  char how;
  guint16 offset;
} TvKernelMember;

GArray *tv_kernel_members_new (const TvKernelEvent *event);

G_END_DECLS
