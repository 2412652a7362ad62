/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-names.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvPerfettoKernel:
 *
 * Which bits of prev_state mean what: they changed with versions of the kernel.
 */
typedef enum
{
  TV_PERFETTO_KERNEL_OLD,
  TV_PERFETTO_KERNEL_4_8,
  TV_PERFETTO_KERNEL_4_14,
} TvPerfettoKernel;

/* Finds what a kernel's function is called, or a text of no bytes. */
typedef TvSpan (*TvPerfettoSymbolFind) (gpointer data, guint64 symbol);

/**
 * TvPerfettoTexts:
 * @kernel: which kernel wrote the events
 * @machine: what it runs on, as uname tells it
 * @find_symbol: tells functions
 * @data: for @find_symbol
 *
 * What is needed to say events as the kernel's text form does.
 */
typedef struct
{
  TvPerfettoKernel kernel;
  TvSpan machine;
  TvPerfettoSymbolFind find_symbol;
  gpointer data;
} TvPerfettoTexts;

TvPerfettoKernel tv_perfetto_kernel_parse     (TvSpan                 release);
void             tv_perfetto_put_state        (TvPerfettoKernel       kernel,
                                               gint64                 bits,
                                               GString               *text);
void             tv_perfetto_put_event        (const TvPerfettoTexts *self,
                                               guint                  number,
                                               TvSpan                 message,
                                               GString               *text);
void             tv_perfetto_put_fields       (const TvPerfettoEvent *event,
                                               TvSpan                 message,
                                               GString               *text);
gboolean         tv_perfetto_put_mark         (guint                  number,
                                               TvSpan                 message,
                                               GString               *text);
void             tv_perfetto_put_text         (TvSpan                 said,
                                               GString               *text);

G_END_DECLS
