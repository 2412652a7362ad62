/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_LINE_PREFIX_MAX 4

/**
 * TvPrefixStep:
 * @TV_PREFIX_STAMP: date and time, or a time alone (docker, kubectl, GitHub Actions, GitLab)
 * @TV_PREFIX_BRACKET: words or a time in brackets: `[emulator] `, `[08:22:00]i: `
 * @TV_PREFIX_STREAM: stream and tag in the log of a container: `stdout F `
 * @TV_PREFIX_SOURCE: host and program of syslog: `host app[12]: `, `app[web.1]: `
 * @TV_PREFIX_COLUMN: name before a bar: `web_1  | `
 * @TV_PREFIX_QUOTE: one or more quotation marks of a mail: `> `
 * @TV_PREFIX_WORD: one word and a colon, identical in all lines
 * @TV_PREFIX_INDENT: spaces and tabs with which all lines begin
 * @TV_N_PREFIX_STEPS: number of kinds
 *
 * Components of a prefix, which a program or a person prepends to each line.
 */
typedef enum
{
  TV_PREFIX_STAMP,
  TV_PREFIX_BRACKET,
  TV_PREFIX_STREAM,
  TV_PREFIX_SOURCE,
  TV_PREFIX_COLUMN,
  TV_PREFIX_QUOTE,
  TV_PREFIX_WORD,
  TV_PREFIX_INDENT,
  TV_N_PREFIX_STEPS,
} TvPrefixStep;

/**
 * TvLinePrefix:
 * @n: number of components
 * @steps: components in the order of the line
 * @word: for each %TV_PREFIX_WORD or %TV_PREFIX_INDENT, its literal bytes
 * @size: number of literal bytes in @word
 *
 * A common prefix of the lines of a text file.
 */
typedef struct
{
  guint n;
  TvPrefixStep steps[TV_LINE_PREFIX_MAX];
  char word[TV_LINE_PREFIX_MAX][64];
  gsize size[TV_LINE_PREFIX_MAX];
} TvLinePrefix;

gboolean tv_line_prefix_extend   (TvLinePrefix       *self,
                                  const char         *text,
                                  gsize               size);
gboolean tv_line_prefix_is_on_first_line (const TvLinePrefix *self,
                                          const char         *text,
                                          gsize               size);
gboolean tv_line_prefix_is_loose (const TvLinePrefix *self);
gboolean tv_line_prefix_is_indent (const TvLinePrefix *self);
gboolean tv_line_prefix_has_time (const TvLinePrefix *self);
gsize    tv_line_prefix_strip    (const TvLinePrefix *self,
                                  const char         *text,
                                  gsize               size,
                                  char               *to);

G_END_DECLS
