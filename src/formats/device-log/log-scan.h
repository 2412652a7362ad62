/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/span.h"

G_BEGIN_DECLS

/**
 * TvLogScan:
 * @at: current position
 * @end: end of the line
 *
 * A cursor in a line. The take functions advance it only on success.
 */
typedef struct
{
  const char *at;
  const char *end;
} TvLogScan;

static inline gboolean
tv_log_scan_is_at (const TvLogScan *self, char c)
{
  return self->at < self->end && *self->at == c;
}

static inline gboolean
tv_log_scan_take (TvLogScan *self, char c)
{
  if (!tv_log_scan_is_at (self, c))
    return FALSE;
  self->at++;
  return TRUE;
}

static inline void
tv_log_scan_skip_blanks (TvLogScan *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t'))
    self->at++;
}

/* Takes a number of up to nine digits. */
static inline gboolean
tv_log_scan_take_number (TvLogScan *self, guint32 *number)
{
  const char *at = self->at;
  guint32 value = 0;

  while (at < self->end && (guint8) (*at - '0') < 10 && at - self->at < 10)
    value = value * 10 + (guint32) (*at++ - '0');
  if (at == self->at || at - self->at > 9)
    return FALSE;
  self->at = at;
  *number = value;
  return TRUE;
}

/* Takes the characters before @end, or the rest of the line. */
static inline TvSpan
tv_log_scan_take_word (TvLogScan *self, char end)
{
  const char *start = self->at;

  while (self->at < self->end && *self->at != end)
    self->at++;
  return (TvSpan){ start, (gsize) (self->at - start) };
}

static inline TvSpan
tv_log_scan_rest (const TvLogScan *self)
{
  return (TvSpan){ self->at, (gsize) (self->end - self->at) };
}

/* Returns the string between the pointers without leading and trailing spaces. */
static inline TvSpan
tv_log_scan_trim (const char *start, const char *end)
{
  while (start < end && *start == ' ')
    start++;
  while (end > start && end[-1] == ' ')
    end--;
  return (TvSpan){ start, (gsize) (end - start) };
}

G_END_DECLS
