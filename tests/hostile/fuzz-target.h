/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* A fuzz target is a program that must not crash, regardless of its input. Each target defines
 * LLVMFuzzerTestOneInput(), which is called by libFuzzer, or by fuzz-replay.c if the compiler does not support
 * libFuzzer. */
int LLVMFuzzerTestOneInput  (const uint8_t *data,
                             size_t         size);
int LLVMFuzzerInitialize    (int           *argc,
                             char        ***argv);

const char *fuzz_target_get_reader (void);

/* Takes the result of a reader and frees it. Aborts if it is invalid. */
void fuzz_target_judge      (TvTrace       *trace,
                             GError        *error);

G_END_DECLS
