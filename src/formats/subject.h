/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSubject:
 * @TV_SUBJECT_TRACE: activity of a device over some time
 * @TV_SUBJECT_LOG: log messages
 * @TV_SUBJECT_INCIDENT: a failure, or data recorded because of one
 * @TV_SUBJECT_STATE: state at a moment
 *
 * Subject of a format's files, by which long lists are sorted.
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
