/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSubject:
 * @TV_SUBJECT_TRACE: what a device did, over some time
 * @TV_SUBJECT_LOG: what was logged
 * @TV_SUBJECT_INCIDENT: something that went wrong, or what was written down because of it
 * @TV_SUBJECT_STATE: how things stood at a moment
 *
 * What files of a format tell of, by which they are sorted where there are many.
 */
typedef enum
{
  TV_SUBJECT_TRACE,
  TV_SUBJECT_LOG,
  TV_SUBJECT_INCIDENT,
  TV_SUBJECT_STATE,
  TV_N_SUBJECTS,
} TvSubject;

G_END_DECLS
