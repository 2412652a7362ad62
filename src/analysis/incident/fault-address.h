/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvAddressKind:
 * @TV_ADDRESS_NONE: no address, or an address without a known meaning
 * @TV_ADDRESS_NULL: null pointer, or a small offset from it, such as that of a member
 * @TV_ADDRESS_STACK_END: just below the stack pointer, which indicates a stack overflow
 * @TV_ADDRESS_UNMAPPED: not mapped
 * @TV_ADDRESS_FORBIDDEN: mapped without the required permission
 * @TV_ADDRESS_MAPPED: mapped, and not known to lack a permission
 *
 * Kind of memory at the address of a fault.
 */
typedef enum
{
  TV_ADDRESS_NONE,
  TV_ADDRESS_NULL,
  TV_ADDRESS_STACK_END,
  TV_ADDRESS_UNMAPPED,
  TV_ADDRESS_FORBIDDEN,
  TV_ADDRESS_MAPPED,
} TvAddressKind;

guint32        tv_fault_find_region    (TvTrace    *trace,
                                        guint32     fault,
                                        guint64     address);
guint32        tv_fault_find_word      (TvTrace    *trace,
                                        guint32     fault,
                                        guint32     near,
                                        guint64     address);
gboolean       tv_fault_is_in_region   (TvTrace    *trace,
                                        guint32     region,
                                        guint64     address);
TvAddressKind tv_fault_classify_address     (TvTrace    *trace,
                                        guint32     fault,
                                        guint32    *region);

G_END_DECLS
