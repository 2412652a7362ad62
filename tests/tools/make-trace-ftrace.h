/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Writers of ftrace logs in make-trace:
 *
 *   make-trace-ftrace-random.c    random threads, simulated while writing ─────────────────┐
 *   make-trace-ftrace-marks.c     markers of the random threads                            │
 *   make-trace-ftrace-calls.c     kernel calls of the random threads, for function_graph   │
 *   make-trace-ftrace-device.c    a device that runs scripts ──────────────────────────────┤
 *   make-trace-ftrace-words.c     events of the device                                     │
 *   make-trace-ftrace-script.c    parser of the scripts                                    │
 *   make-trace-ftrace-story.c     scripts and threads of the device                        │
 *                                                                                          ▼
 *   make-trace-ftrace-events.c    events and markers in all kernel formats ◄───────── FtraceLog
 *   make-trace-ftrace-lines.c     lines in all formats, and damaged lines ◄────────────────┤
 *   make-trace-ftrace-rewrite.c   conversion of ordinary lines to the option fields        │
 *                                 and to the tracer function_graph                         │
 *   make-trace-ftrace-pack.c      containers: plain, compressed, web page ◄────────────────┘ */

#pragma once

#include "make-trace.h"

/* ---- Containers ---- */

typedef struct _FtracePack FtracePack;

FtracePack *ftrace_pack_open  (const char *path, const char *container, GError **error);
void        ftrace_pack_write (FtracePack *pack, const char *text, gsize size);
gboolean    ftrace_pack_close (FtracePack *pack, GError **error);

/* ---- Lines ---- */

typedef enum
{
  FTRACE_LINE_TGID,
  FTRACE_LINE_DASHES,            /* column for the process, always unknown */
  FTRACE_LINE_PLAIN,             /* no column for the process */
  FTRACE_LINE_NOFLAGS,           /* old kernels: no columns for the process and the flags */
  FTRACE_LINE_REPORT,            /* trace-cmd report */
  FTRACE_LINE_LATENCY,           /* kernel option latency-format */
  FTRACE_LINE_REPORT_LATENCY,    /* trace-cmd report -l */
  FTRACE_LINE_REPORT_DIFFERENCE, /* trace-cmd report --ts-diff */
  FTRACE_LINE_FIELDS,            /* kernel option fields */
  FTRACE_LINE_GRAPH,             /* tracer function_graph with default options */
  /* function_graph with the options funcgraph-abstime, -proc and -irq-info */
  FTRACE_LINE_GRAPH_TIMES,
  FTRACE_LINE_GRAPH_REPORT, /* function_graph in trace-cmd report */
} FtraceLineForm;

/* Context of a CPU during an event; printed as flags. */
typedef enum
{
  FTRACE_IN_TASK,
  FTRACE_IN_SWITCH,
  FTRACE_IN_IRQ,
  FTRACE_IN_SOFTIRQ,
} FtraceContext;

typedef struct
{
  guint tid;
  guint pid;
  guint inner_pid; /* pid of the process inside a container, or 0 */
  guint prio;
  const char *comm;
} FtraceTask;

typedef struct _FtraceLog FtraceLog;

#define FTRACE_MAX_CPUS 64

/* Size of the line buffer in bytes. */
#define FTRACE_LINE_MAX 4096

struct _FtraceLog
{
  const TraceOptions *options;
  FtraceLineForm form;
  TraceDice dice; /* separate dice for damaged lines, so that these do not change the events */
  FtracePack *pack;
  guint64 start_ns;
  guint64 n_events;
  guint64 n_bytes;
  guint n_flags;
  gboolean is_switch;    /* whether the line is a sched_switch, whose loss has visible effects */
  gboolean is_from_idle; /* whether the line is a sched_switch from the idle thread */
  guint cpu;             /* CPU of the line */
  guint losing_cpu;
  guint losing;  /* number of lines of losing_cpu still to be dropped */
  guint n_lost;  /* number of lines dropped since the last report */
  guint n_crlf;  /* number of following lines that end with CR LF */
  guint holding; /* number of lines to write before the held one */
  GString *held;
  const FtraceTask *task; /* thread of the line */
  FtraceContext context;
  guint64 ns;
  gsize event;                     /* offset of the event's name in @line */
  gsize said;                      /* offset of the payload in @line */
  guint reported[FTRACE_MAX_CPUS]; /* thread of the last switch on each CPU + 1 */
  gsize used;
  char line[FTRACE_LINE_MAX];
};

FtraceLog *ftrace_log_open  (const TraceOptions *options, GError **error);
gboolean   ftrace_log_close (FtraceLog *log, GError **error);

/* Returns whether the requested size has been reached. */
gboolean   ftrace_log_is_full (const FtraceLog *log);

void       ftrace_log_begin   (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task,
                               FtraceContext context, const char *event);
void       ftrace_log_end     (FtraceLog *log);

/* Converts an ordinary line, of which only the event has been written, to the format of the log. */
void       ftrace_log_rewrite (FtraceLog *log);
gboolean   ftrace_form_is_graph (FtraceLineForm form);

void       ftrace_log_string  (FtraceLog *log, const char *string);
void       ftrace_log_number  (FtraceLog *log, gint64 number);
/* Writes a line from alternating strings and numbers, up to a NULL string. */
void       ftrace_log_line    (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task,
                               FtraceContext context, const char *event, const char *first, ...)
                               G_GNUC_NULL_TERMINATED;

/* ---- Markers and events ---- */

typedef enum
{
  FTRACE_MARKS_OLD,
  FTRACE_MARKS_NEW,
  FTRACE_MARKS_ANDROID,
} FtraceMarkStyle;

typedef struct
{
  FtraceMarkStyle style;
  const char *event; /* event name: tracing_mark_write, print or 0 */
  const char *name;
  const char *chain;    /* (nullable): call chain "[…]#" */
  const char *tag;      /* (nullable): level and two digits per tag; M62 if NULL */
  const char *category; /* (nullable) */
  const char *args;     /* (nullable) */
  const char *track;    /* track name of N, G and H */
  gint64 value;         /* value of S, F, C, G and H */
} FtraceMark;

FtraceMarkStyle ftrace_mark_style (const TraceOptions *options, guint process);

void ftrace_log_mark   (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task, char kind,
                        const FtraceMark *mark);
void ftrace_log_text   (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *task,
                        const char *event, const char *text);
void ftrace_log_switch (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *prev,
                        const char *prev_state, const FtraceTask *next);
/* @event is sched_waking or sched_wakeup, or sched_wakeup_new for a new thread. */
void ftrace_log_wakeup (FtraceLog *log, guint64 ns, guint cpu, const FtraceTask *waker,
                        FtraceContext context, const char *event, const FtraceTask *task,
                        guint target_cpu);

/* Returns the idle task of a CPU. */
const FtraceTask *ftrace_idle_task (guint cpu);

/* ---- Logs ---- */

gboolean ftrace_write_random (const TraceOptions *options, GError **error);
gboolean ftrace_write_device (const TraceOptions *options, GError **error);
