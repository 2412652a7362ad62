/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvAddressPlace:
 * @TV_ADDRESS_NONE: the fault has no address, or nothing tells what it means
 * @TV_ADDRESS_NULL: the null pointer, or a little behind it, as of a member of what it should point to
 * @TV_ADDRESS_STACK_END: so near below the stack pointer that the stack had no room left
 * @TV_ADDRESS_UNMAPPED: no memory is there
 * @TV_ADDRESS_FORBIDDEN: memory is there, which may not be used so
 * @TV_ADDRESS_MAPPED: memory is there
 *
 * What is at the address of a fault.
 */
typedef enum
{
  TV_ADDRESS_NONE,
  TV_ADDRESS_NULL,
  TV_ADDRESS_STACK_END,
  TV_ADDRESS_UNMAPPED,
  TV_ADDRESS_FORBIDDEN,
  TV_ADDRESS_MAPPED,
} TvAddressPlace;

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
TvAddressPlace tv_fault_find_place     (TvTrace    *trace,
                                        guint32     fault,
                                        guint32    *region);

G_END_DECLS
