/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/sentence.h"
#include "analysis/incident/waits.h"

G_BEGIN_DECLS

#define TV_INCIDENT_MAX_STEPS                                                                      \
  8 /* number of steps of the evidence after which no optional steps are added */
#define TV_INCIDENT_MAX_OTHERS                                                                     \
  64 /* maximum number of other diagnoses; further reports are only counted */

/**
 * TvIncidentCertainty:
 * @TV_INCIDENT_PROVEN: the failing process and its stack are in the file
 * @TV_INCIDENT_LIKELY: some evidence is missing, or covers only a single point in time
 * @TV_INCIDENT_OPEN: the file does not show the cause
 *
 * Certainty of a diagnosis.
 */
typedef enum
{
  TV_INCIDENT_PROVEN,
  TV_INCIDENT_LIKELY,
  TV_INCIDENT_OPEN,
  TV_N_INCIDENT_CERTAINTIES,
} TvIncidentCertainty;

/**
 * TvIncidentKind:
 * @TV_INCIDENT_HEALTHY: dump that shows no problem
 * @TV_INCIDENT_DUMP: dump without a reported failure
 * @TV_INCIDENT_DEADLOCK: threads that wait for each other
 * @TV_INCIDENT_ANR: process that did not respond
 * @TV_INCIDENT_FREEZE: process that did not respond, reported by OpenHarmony
 * @TV_INCIDENT_WATCHDOG: system that hung and was restarted
 * @TV_INCIDENT_NATIVE_CRASH: process ended by a signal
 * @TV_INCIDENT_CRASH: process ended by an uncaught exception in a virtual machine, according to a log
 * @TV_INCIDENT_SCRIPT_ERROR: script error or exception in a report; it usually ended the process
 * @TV_INCIDENT_PANIC: process ended by a Rust panic
 * @TV_INCIDENT_MEMORY_KILL: visible process that was killed to free memory, or any process that the kernel killed
 *   because no memory was left
 * @TV_INCIDENT_KERNEL_CRASH: oops or panic of the kernel
 * @TV_INCIDENT_KERNEL_STALL: task or processor that, according to the kernel, made no progress
 *
 * Kind of a report.
 */
typedef enum
{
  TV_INCIDENT_HEALTHY,
  TV_INCIDENT_DUMP,
  TV_INCIDENT_DEADLOCK,
  TV_INCIDENT_ANR,
  TV_INCIDENT_FREEZE,
  TV_INCIDENT_WATCHDOG,
  TV_INCIDENT_NATIVE_CRASH,
  TV_INCIDENT_CRASH,
  TV_INCIDENT_SCRIPT_ERROR,
  TV_INCIDENT_PANIC,
  TV_INCIDENT_MEMORY_KILL,
  TV_INCIDENT_KERNEL_CRASH,
  TV_INCIDENT_KERNEL_STALL,
  TV_N_INCIDENT_KINDS,
} TvIncidentKind;

/**
 * TvIncident:
 *
 * The diagnosis of one report: a sentence, steps of its evidence, and its certainty. A report is a crash, a freeze,
 * dumps made for one reason, or log lines about one event. The incident of a trace is its most important report,
 * usually the latest failure; it also contains the diagnoses of the other reports.
 */
typedef struct _TvIncident TvIncident;

gboolean            tv_incident_has_any        (TvTrace *trace);
TvIncident         *tv_incident_new            (TvTrace       *trace,
                                                const TvWaits *waits);
void                tv_incident_free           (TvIncident *self);
TvIncidentKind      tv_incident_get_kind       (const TvIncident *self);
gboolean            tv_incident_is_wrong       (const TvIncident *self);
guint32             tv_incident_get_thread     (const TvIncident *self);
guint32             tv_incident_get_line       (const TvIncident *self);
guint32             tv_incident_get_fault      (const TvIncident *self);
gint64              tv_incident_get_ts         (const TvIncident *self);
const char         *tv_incident_get_process    (const TvIncident *self,
                                                guint32          *pid);
const TvSentence   *tv_incident_get_sentence   (const TvIncident *self);
const TvSentence   *tv_incident_get_step       (const TvIncident *self,
                                                guint             step);
guint               tv_incident_get_n_steps    (const TvIncident *self);
const TvIncident   *tv_incident_get_other      (const TvIncident *self,
                                                guint             other);
guint               tv_incident_get_n_others   (const TvIncident *self);
TvIncidentCertainty tv_incident_get_certainty  (const TvIncident *self,
                                                const char      **why);
const char         *tv_incident_certainty_name (TvIncidentCertainty certainty);
const char         *tv_incident_kind_name      (TvIncidentKind kind);
const char         *tv_incident_kind_label     (TvIncidentKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvIncident, tv_incident_free)

G_END_DECLS
