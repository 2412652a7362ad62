/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvContentKind:
 * @TV_CONTENT_TRACE: activity of a device over a period of time
 * @TV_CONTENT_LOG: log messages
 * @TV_CONTENT_INCIDENT: failure, or data recorded because of one
 * @TV_CONTENT_STATE: state at a point in time
 *
 * Kinds of content, by which formats and members are grouped.
 */
typedef enum
{
  TV_CONTENT_TRACE,
  TV_CONTENT_LOG,
  TV_CONTENT_INCIDENT,
  TV_CONTENT_STATE,
  TV_N_CONTENT_KINDS,
} TvContentKind;

G_END_DECLS
