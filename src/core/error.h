/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TV_ERROR (tv_error_quark ())

/**
 * TvError:
 * @TV_ERROR_NOT_A_TRACE: the file is something else; the message says what it seems to be
 * @TV_ERROR_UNSUPPORTED_VERSION: a known format in a version that is not read
 * @TV_ERROR_TRUNCATED: cut so early that nothing can be shown
 * @TV_ERROR_MALFORMED: contradicts itself so that nothing can be shown
 * @TV_ERROR_TOO_LARGE: more than a 32-bit row number or the memory can hold
 * @TV_ERROR_CANCELLED: stopped by the user
 * @TV_ERROR_IO: reading or writing failed
 * @TV_ERROR_NO_SUCH_TABLE: no table of that name
 * @TV_ERROR_UNTIED_CLOCKS: files cannot be put on one timeline
 * @TV_ERROR_QUERY: a query is wrong; the message says where
 *
 * The one error domain of the project. Messages name the file, the offset or line,
 * what was expected and what was found.
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
  TV_ERROR_UNTIED_CLOCKS,
  TV_ERROR_QUERY,
} TvError;

GQuark   tv_error_quark         (void);
gboolean tv_error_set_cancelled (GError **error);

G_END_DECLS
