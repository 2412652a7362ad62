/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* A fuzz target is a program that takes bytes and must not crash. Each defines the first
 * function; libFuzzer calls it, or fuzz-replay.c if the compiler has none. */
int LLVMFuzzerTestOneInput  (const uint8_t *data,
                             size_t         size);
int LLVMFuzzerInitialize    (int           *argc,
                             char        ***argv);

const char *fuzz_target_get_reader (void);

/* Checks the result of a reader, frees it, and aborts if it is invalid. */
void fuzz_target_judge      (TvTrace       *trace,
                             GError        *error);

G_END_DECLS
