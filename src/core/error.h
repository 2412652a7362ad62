/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_ERROR (tv_error_quark ())

/**
 * TvError:
 * @TV_ERROR_NOT_A_TRACE: the file is not a trace; the message names the probable file type
 * @TV_ERROR_UNSUPPORTED_VERSION: the format is known, but this version is not supported
 * @TV_ERROR_TRUNCATED: the file is truncated so early that nothing can be shown
 * @TV_ERROR_MALFORMED: the file is so inconsistent that nothing can be shown
 * @TV_ERROR_TOO_LARGE: the trace has too many rows for 32-bit row numbers, or does not fit in memory
 * @TV_ERROR_CANCELLED: the user stopped the operation
 * @TV_ERROR_IO: reading or writing failed
 * @TV_ERROR_NO_SUCH_TABLE: no table has the requested name
 * @TV_ERROR_UNSYNCHRONIZED_CLOCKS: the clocks of several files cannot be synchronized
 * @TV_ERROR_QUERY: the query is invalid; the message contains the position
 *
 * The error codes of the project. Messages name the file, the offset or line, and the expected and the actual
 * content.
 */
typedef enum
{
  TV_ERROR_NOT_A_TRACE,
  TV_ERROR_UNSUPPORTED_VERSION,
  TV_ERROR_TRUNCATED,
  TV_ERROR_MALFORMED,
  TV_ERROR_TOO_LARGE,
  TV_ERROR_CANCELLED,
  TV_ERROR_IO,
  TV_ERROR_NO_SUCH_TABLE,
  TV_ERROR_UNSYNCHRONIZED_CLOCKS,
  TV_ERROR_QUERY,
} TvError;

GQuark   tv_error_quark         (void);
gboolean tv_error_set_cancelled (GError **error);

G_END_DECLS
