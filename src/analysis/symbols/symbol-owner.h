/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSymbolOwner:
 * @TV_OWNER_APP: the traced application
 * @TV_OWNER_LIBRARY: other libraries, usually bundled with applications
 * @TV_OWNER_FRAMEWORK: classes and libraries of the operating system
 * @TV_OWNER_RUNTIME: standard library of the language, virtual machine or C library
 * @TV_OWNER_KERNEL: the kernel
 * @TV_OWNER_UNKNOWN: unknown: the symbol has neither a class nor a library, or its class has no package
 *
 * Owner of a symbol's code.
 */
typedef enum
{
  TV_OWNER_APP,
  TV_OWNER_LIBRARY,
  TV_OWNER_FRAMEWORK,
  TV_OWNER_RUNTIME,
  TV_OWNER_KERNEL,
  TV_OWNER_UNKNOWN,
  TV_N_OWNERS,
} TvSymbolOwner;

TvSymbolOwner tv_symbol_owner_of_class   (const char *class_name,
                                          const char *app_package);
TvSymbolOwner tv_symbol_owner_of_library (const char *path);
guint8       *tv_symbol_owners_find      (TvTrace    *trace,
                                          const char *app_package);
char         *tv_symbol_owner_dup_app    (TvTrace    *trace);

G_END_DECLS
