/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "formats/device-log/log-decoder.h"
#include "core/memory/id-map.h"

/* Pairs lines that report starts with lines that report ends. Several lines may report the same start or end, such as
 * a line of the main log and one of the event log; the first of them counts:
 *
 *   Start proc 912   am_proc_start   am_proc_bound      am_proc_died   Process 912 has died
 *        └──────────────┴── start to bound ──┘                │               │
 *        └───────────────── life ─────────────────────────────┴───────────────┘ repeated
 *
 * Entry point: tv_log_meanings_pair(), part of tv_log_decoder in log-rules.c, which the builder calls once after all
 * lines have been decoded. Reads the trace; sets the durations and start lines of the decoded lines. */

/* Maximum time between start and end in ns. A longer time is the result of a clock change. */
#define LONGEST_NS (30 * G_GINT64_CONSTANT (86400000000000))

/* Maximum time in ns between lines that report the same start or end. */
#define REPEAT_NS (5 * G_GINT64_CONSTANT (1000000000))

/* Kinds of intervals, each with its own keys. */
typedef enum
{
  FAMILY_NONE,
  FAMILY_PROCESS,
  FAMILY_FREEZE,
  FAMILY_ACTIVITY,
  FAMILY_SERVICE,
  N_FAMILIES,
} Family;

/* The latest start with a given key. */
typedef struct
{
  gint64 ts;
  guint32 start; /* index of the decoded line that starts the interval */
  guint32 end;   /* index of the first decoded line that ends the interval, or TV_NONE */
} Pair;

typedef struct
{
  TvTrace *trace;
  GArray *meanings; /* TvDecodedLogLine */
  GArray *pairs;    /* Pair */
  TvIdMap rows;     /* key → index in @pairs */
} Pairing;

static TvDecodedLogLine *
get_meaning (const Pairing *self, guint32 row)
{
  return &g_array_index (self->meanings, TvDecodedLogLine, row);
}

static guint32
hash_text (const char *text, gsize size)
{
  guint32 hash = 5381;

  for (gsize i = 0; i < size; i++)
    hash = hash * 33 + (guchar) text[i];
  return hash;
}

/* Returns a hash of the service record's id, which the lines of its start and its end contain. */
static guint32
hash_service (TvTrace *trace, const TvDecodedLogLine *meaning)
{
  const char *name = tv_trace_get_string (trace,
                                          tv_trace_get_log_lines (trace)->tag[meaning->line]);
  const TvEventTag *tag = tv_event_tag_find (name);
  TvEventField fields[TV_EVENT_MAX_FIELDS];
  gsize size;
  const char *text = tv_trace_get_log_text (trace, meaning->line, &size);
  guint n = tag != NULL ? tv_event_tag_split (tag, text, size, fields) : 0;

  return n > 1 ? hash_text (text + fields[1].start, fields[1].size) : 0;
}

static guint64
get_key (TvTrace *trace, const TvDecodedLogLine *meaning, Family family)
{
  gsize size;
  const char *text = tv_trace_get_log_text (trace, meaning->line, &size);
  guint32 hash = meaning->pid;

  if (family == FAMILY_ACTIVITY)
    hash = hash_text (text + meaning->name_start, meaning->name_size);
  else if (family == FAMILY_SERVICE)
    hash = hash_service (trace, meaning);
  return (guint64) (tv_trace_get_line_machine (trace, meaning->line) * N_FAMILIES + family) << 32 |
         hash;
}

static gboolean
has_tag (TvTrace *trace, guint32 line, const char *a, const char *b)
{
  guint32 tag = tv_trace_get_log_lines (trace)->tag[line];
  const char *name = tag != TV_NONE ? tv_trace_get_string (trace, tag) : "";

  return strstr (name, a) != NULL || strstr (name, b) != NULL;
}

/* Returns 1 if the line is a start, -1 if it is an end, and 0 otherwise. Sets @family. */
static int
get_side (TvTrace *trace, const TvDecodedLogLine *meaning, Family *family)
{
  switch ((int) meaning->kind)
    {
    case TV_LOG_EVENT_PROCESS_START:
      *family = FAMILY_PROCESS;
      return 1;
    case TV_LOG_EVENT_PROCESS_DEATH:
      *family = FAMILY_PROCESS;
      return -1;
    case TV_LOG_EVENT_FREEZE:
      *family = FAMILY_FREEZE;
      return 1;
    case TV_LOG_EVENT_UNFREEZE:
      *family = FAMILY_FREEZE;
      return -1;
    case TV_LOG_EVENT_SERVICE:
      *family = FAMILY_SERVICE;
      if (has_tag (trace, meaning->line, "am_create_service", "am_create_service"))
        return 1;
      return has_tag (trace, meaning->line, "am_destroy_service", "am_destroy_service") ? -1 : 0;
    case TV_LOG_EVENT_ACTIVITY:
      *family = FAMILY_ACTIVITY;
      if (has_tag (trace, meaning->line, "_resume_activity", "_on_resume_called"))
        return 1;
      return has_tag (trace, meaning->line, "_pause_activity", "_on_paused_called") ? -1 : 0;
    default:
      return 0;
    }
}

static void
begin (Pairing *self, guint32 row, guint64 key, gint64 ts)
{
  guint32 known = tv_id_map_find (&self->rows, key);
  Pair begun = { ts, row, TV_NONE };
  Pair *pair = known != TV_NONE ? &g_array_index (self->pairs, Pair, known) : NULL;

  if (pair == NULL)
    {
      tv_id_map_set (&self->rows, key, self->pairs->len);
      g_array_append_val (self->pairs, begun);
    }
  else if (pair->end == TV_NONE && ts - pair->ts <= REPEAT_NS)
    get_meaning (self, row)->start_line = get_meaning (self, pair->start)->line;
  else
    *pair = begun;
}

static void
set_since (Pairing *self, guint32 row, const Pair *pair, gint64 ts)
{
  get_meaning (self, row)->dur_ns = ts - pair->ts;
  get_meaning (self, row)->start_line = get_meaning (self, pair->start)->line;
}

static void
end (Pairing *self, guint32 row, Pair *pair, gint64 ts)
{
  gint64 dur = ts - pair->ts;

  if (dur > LONGEST_NS ||
      (pair->end != TV_NONE && dur - get_meaning (self, pair->end)->dur_ns > REPEAT_NS))
    return;
  set_since (self, row, pair, ts);
  if (pair->end == TV_NONE)
    pair->end = row;
}

static void
inspect (Pairing *self, guint32 row)
{
  const TvDecodedLogLine *meaning = get_meaning (self, row);
  gint64 ts = tv_trace_get_log_lines (self->trace)->ts[meaning->line];
  gboolean is_bound = meaning->kind == TV_LOG_EVENT_PROCESS_BOUND;
  Family family = FAMILY_PROCESS;
  int side = get_side (self->trace, meaning, &family);
  guint64 key;
  guint32 known;
  Pair *pair;

  if (ts == TV_NO_TIME || (side == 0 && !is_bound))
    return;
  key = get_key (self->trace, meaning, family);
  if (side > 0)
    {
      begin (self, row, key, ts);
      return;
    }
  known = tv_id_map_find (&self->rows, key);
  pair = known != TV_NONE ? &g_array_index (self->pairs, Pair, known) : NULL;
  if (pair == NULL)
    return;
  if (side < 0)
    end (self, row, pair, ts);
  else if (pair->end == TV_NONE && ts - pair->ts <= LONGEST_NS)
    set_since (self, row, pair, ts);
}

/**
 * tv_log_meanings_pair:
 * @trace: a trace
 * @meanings: (element-type TvDecodedLogLine): decoded lines, sorted by line
 *
 * Sets the duration and start line of lines that report the end of an interval: of a process, of a freeze, of the
 * resumed state of an activity, or of a service. Does the same for lines that report that a process was bound. A line
 * that repeats a start refers to the first one.
 */
void
tv_log_meanings_pair (TvTrace *trace, GArray *meanings)
{
  Pairing self = { .trace = trace,
                   .meanings = meanings,
                   .pairs = g_array_new (FALSE, FALSE, sizeof (Pair)) };

  tv_id_map_init (&self.rows);
  for (guint i = 0; i < meanings->len; i++)
    inspect (&self, i);
  tv_id_map_clear (&self.rows);
  g_array_unref (self.pairs);
}
