/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* A fuzz target is a program that gets bytes and must not crash. Each defines the first function;
 * what calls it is libFuzzer, or fuzz-replay.c where the compiler has none. */
int LLVMFuzzerTestOneInput  (const uint8_t *data,
                             size_t         size);
int LLVMFuzzerInitialize    (int           *argc,
                             char        ***argv);

const char *fuzz_target_get_reader (void);

/* Looks at what a reader made of the bytes, which it gives free, and dies if anything is wrong. */
void fuzz_target_judge      (TvTrace       *trace,
                             GError        *error);

G_END_DECLS
