/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Constant table of example queries, which the Examples button of the Query view shows.
 * tests/unit/test-query-examples.c runs each query. */

#include "ui/views/query/query-examples.h"

#include <glib/gi18n.h>

#define METHODS    TV_HAS_CALLS, N_("Methods")
#define SCHEDULING TV_HAS_SCHEDULING, N_("Scheduling")
#define SLICES     TV_HAS_MARKS, N_("Slices")
#define COUNTERS   TV_HAS_COUNTERS, N_("Counters")
#define LOG        TV_HAS_LOG_LINES, N_("Log")
#define SAMPLES    TV_HAS_STACK_SAMPLES, N_("Samples")
#define DUMPS      TV_HAS_DUMPS, N_("Thread dumps")
#define FAULTS     TV_HAS_FAULTS, N_("Crashes and freezes")
#define HEAPS      TV_HAS_HEAP_GRAPHS, N_("Java heaps")
#define THE_FILE   0, N_("File")

static const TvQueryExample examples[] = {
  { METHODS, N_("Which methods have the most exclusive time?"),
    "SELECT name, calls, excl_wall_ns, incl_wall_ns\n"
    "FROM method_profile\n"
    "ORDER BY excl_wall_ns DESC\n"
    "LIMIT 50" },
  { METHODS, N_("Which methods were called most often?"),
    "SELECT name, calls, recursive_calls, excl_cpu_ns\n"
    "FROM method_profile\n"
    "ORDER BY calls DESC\n"
    "LIMIT 50" },
  { METHODS, N_("Which calls took more than 16 ms?"),
    "SELECT s.id, s.ts, s.dur, s.name, t.name AS thread\n"
    "FROM slice s\n"
    "JOIN thread_track tt ON s.track_id = tt.id\n"
    "JOIN thread t USING (utid)\n"
    "WHERE s.dur > 16000000\n"
    "ORDER BY s.dur DESC" },
  { METHODS, N_("Which classes took the longest?"),
    "SELECT name, calls, excl_wall_ns, excl_wall_pct\n"
    "FROM profile_by_class\n"
    "ORDER BY excl_wall_ns DESC\n"
    "LIMIT 50" },
  { METHODS, N_("How long did each thread run?"),
    "SELECT tid, name, calls, wall_ns, cpu_ns\n"
    "FROM thread_use\n"
    "ORDER BY cpu_ns DESC" },
  { METHODS, N_("Which calls between methods took the most time?"),
    "SELECT callee_method, caller_method, calls, incl_wall_ns\n"
    "FROM method_edge\n"
    "ORDER BY incl_wall_ns DESC\n"
    "LIMIT 100" },

  { SCHEDULING, N_("Which threads used the most CPU time?"),
    "SELECT t.utid, t.tid, t.name AS thread, p.name AS process, sum(s.dur) AS cpu_dur, count(*) AS runs\n"
    "FROM sched s\n"
    "JOIN thread t USING (utid)\n"
    "LEFT JOIN process p USING (upid)\n"
    "WHERE s.utid != 0\n"
    "GROUP BY t.utid\n"
    "ORDER BY cpu_dur DESC\n"
    "LIMIT 50" },
  { SCHEDULING, N_("Which threads waited the longest for a CPU?"),
    "SELECT tid, thread, process, count, total_ns, max_ns\n"
    "FROM sched_latency\n"
    "ORDER BY total_ns DESC\n"
    "LIMIT 50" },
  { SCHEDULING, N_("How long was each thread in each state?"),
    "SELECT t.utid, t.name AS thread, s.state, sum(s.dur) AS dur, count(*) AS times\n"
    "FROM thread_state s\n"
    "JOIN thread t USING (utid)\n"
    "GROUP BY s.utid, s.state\n"
    "ORDER BY dur DESC\n"
    "LIMIT 200" },
  { SCHEDULING, N_("How busy was each CPU?"),
    "SELECT cpu, sum(dur) FILTER (WHERE utid != 0) AS busy_dur,\n"
    "  100.0 * sum(dur) FILTER (WHERE utid != 0) / sum(dur) AS percent\n"
    "FROM sched\n"
    "WHERE dur > 0\n"
    "GROUP BY cpu" },
  { SCHEDULING, N_("Which uninterruptible waits lasted the longest?"),
    "SELECT s.ts, s.dur, t.utid, t.name AS thread, s.io_wait, s.blocked_function\n"
    "FROM thread_state s\n"
    "JOIN thread t USING (utid)\n"
    "WHERE s.state GLOB 'D*'\n"
    "ORDER BY s.dur DESC\n"
    "LIMIT 100" },
  { SCHEDULING, N_("Which threads woke others most often?"),
    "SELECT w.utid, w.name AS waker, t.name AS woken, count(*) AS times\n"
    "FROM thread_state s\n"
    "JOIN thread t ON s.utid = t.utid\n"
    "JOIN thread w ON s.waker_utid = w.utid\n"
    "GROUP BY w.utid, t.utid\n"
    "ORDER BY times DESC\n"
    "LIMIT 100" },

  { SLICES, N_("Which slices took the most time in total?"),
    "SELECT name, count(*) AS times, sum(dur) AS total_dur, max(dur) AS max_dur\n"
    "FROM slice\n"
    "WHERE dur >= 0\n"
    "GROUP BY name\n"
    "ORDER BY total_dur DESC\n"
    "LIMIT 100" },
  { SLICES, N_("Which slices lasted the longest?"),
    "SELECT s.id, s.ts, s.dur, s.name, t.utid, t.name AS thread\n"
    "FROM slice s\n"
    "LEFT JOIN thread_track tt ON s.track_id = tt.id\n"
    "LEFT JOIN thread t USING (utid)\n"
    "ORDER BY s.dur DESC\n"
    "LIMIT 100" },
  { SLICES, N_("What did the main threads do?"),
    "SELECT s.id, s.ts, s.dur, s.name, p.name AS process\n"
    "FROM slice s\n"
    "JOIN thread_track tt ON s.track_id = tt.id\n"
    "JOIN thread t USING (utid)\n"
    "JOIN process p USING (upid)\n"
    "WHERE t.is_main_thread AND s.depth = 0\n"
    "ORDER BY s.ts" },
  { SLICES, N_("Which lock waits lasted the longest?"),
    "SELECT slice_id, ts, dur, lock, owner_name, owner_method\n"
    "FROM lock_contention\n"
    "ORDER BY dur DESC" },
  { SLICES, N_("Which frames were late?"),
    "SELECT ts, dur, process, jank_type, late_stage\n"
    "FROM frame\n"
    "WHERE is_late\n"
    "ORDER BY dur DESC" },
  { SLICES, N_("What stands out in this trace?"),
    "SELECT severity, rule, ts, dur, text, process\n"
    "FROM finding" },

  { COUNTERS, N_("Which counters does the trace have?"),
    "SELECT t.id AS track_id, t.name, t.unit, count(*) AS values_count, min(c.value) AS least, max(c.value) AS most\n"
    "FROM counter c\n"
    "JOIN counter_track t ON c.track_id = t.id\n"
    "GROUP BY t.id\n"
    "ORDER BY values_count DESC" },
  { COUNTERS, N_("How did counters change over time?"),
    "SELECT ts, track_id, name, value\n"
    "FROM counters\n"
    "ORDER BY ts\n"
    "LIMIT 10000" },

  { LOG, N_("Which errors and warnings were logged?"),
    "SELECT ts, prio, tag, msg\n"
    "FROM android_logs\n"
    "WHERE prio >= 5\n"
    "ORDER BY ts" },
  { LOG, N_("Which tags logged the most lines?"),
    "SELECT tag, count(*) AS lines, sum(prio >= 6) AS errors\n"
    "FROM android_logs\n"
    "GROUP BY tag\n"
    "ORDER BY lines DESC\n"
    "LIMIT 100" },
  { LOG, N_("Which threads logged the most lines?"),
    "SELECT l.utid, t.tid, t.name AS thread, count(*) AS lines\n"
    "FROM android_logs l\n"
    "LEFT JOIN thread t USING (utid)\n"
    "GROUP BY l.utid\n"
    "ORDER BY lines DESC" },
  { LOG, N_("How many lines were logged each second?"),
    "SELECT ts / 1000000000 * 1000000000 AS ts, count(*) AS lines\n"
    "FROM android_logs\n"
    "GROUP BY 1\n"
    "ORDER BY 1" },
  { LOG, N_("Which system events were logged?"),
    "SELECT ts, kind, pid, name, dur, value\n"
    "FROM log_event\n"
    "ORDER BY ts" },
  { LOG, N_("Which lines mention an exception?"),
    "SELECT ts, tag, msg\n"
    "FROM android_logs\n"
    "WHERE msg GLOB '*Exception*'\n"
    "ORDER BY ts" },

  { SAMPLES, N_("Which functions were sampled most often?"),
    "SELECT name, library, count(*) AS samples, sum(weight) AS weight\n"
    "FROM sample\n"
    "GROUP BY name, library\n"
    "ORDER BY samples DESC\n"
    "LIMIT 100" },
  { SAMPLES, N_("Which threads were sampled most often?"),
    "SELECT utid, thread, count(*) AS samples, sum(weight) AS weight\n"
    "FROM sample\n"
    "GROUP BY utid\n"
    "ORDER BY samples DESC" },
  { SAMPLES, N_("Which libraries were sampled most often?"),
    "SELECT library, count(*) AS samples\n"
    "FROM sample\n"
    "GROUP BY library\n"
    "ORDER BY samples DESC" },
  { SAMPLES, N_("How many samples were taken per 100 ms?"),
    "SELECT ts / 100000000 * 100000000 AS ts, count(*) AS samples\n"
    "FROM sample\n"
    "GROUP BY 1\n"
    "ORDER BY 1" },
  { SAMPLES, N_("Which source lines were sampled most often?"),
    "SELECT name, source_file, line_number, excl_weight, unit\n"
    "FROM source_line\n"
    "ORDER BY excl_weight DESC\n"
    "LIMIT 100" },
  { SAMPLES, N_("How deep were the stacks?"),
    "SELECT depth, count(*) AS samples\n"
    "FROM sample\n"
    "GROUP BY depth\n"
    "ORDER BY depth" },

  { DUMPS, N_("In which states are the threads?"),
    "SELECT dump_id, state, count(*) AS threads\n"
    "FROM thread_dump_thread\n"
    "GROUP BY dump_id, state\n"
    "ORDER BY threads DESC" },
  { DUMPS, N_("Which threads wait for others?"),
    "SELECT w.tid, w.name AS waiter, w.waits_for, h.name AS holder\n"
    "FROM thread_dump_thread w\n"
    "LEFT JOIN thread_dump_thread h ON w.held_by = h.id\n"
    "WHERE w.waits_for IS NOT NULL" },
  { DUMPS, N_("Which functions are at the top of the stacks?"),
    "SELECT symbol, library, count(*) AS threads\n"
    "FROM thread_dump_frame\n"
    "WHERE depth = 0\n"
    "GROUP BY symbol, library\n"
    "ORDER BY threads DESC" },
  { DUMPS, N_("Which locks are held?"),
    "SELECT t.name AS thread, l.lock, l.class, l.relation\n"
    "FROM thread_dump_lock l\n"
    "JOIN thread_dump_thread t ON l.thread_id = t.id" },
  { DUMPS, N_("Which threads used the most CPU time?"),
    "SELECT name, tid, user_ns, system_ns\n"
    "FROM thread_dump_thread\n"
    "ORDER BY coalesce(user_ns, 0) + coalesce(system_ns, 0) DESC" },
  { DUMPS, N_("Are there deadlocks?"),
    "SELECT cycle_id, position, name, lock\n"
    "FROM deadlock\n"
    "ORDER BY cycle_id, position" },

  { FAULTS, N_("Which crashes and freezes were recorded?"),
    "SELECT ts, kind, process, pid, signal, reason, message\n"
    "FROM fault" },
  { FAULTS, N_("What is the diagnosis?"),
    "SELECT kind, wrong, name, thread, finding, evidence, certain\n"
    "FROM incident" },
  { FAULTS, N_("What are the probable causes?"),
    "SELECT f.process, c.text\n"
    "FROM fault_cause c\n"
    "JOIN fault f ON c.fault_id = f.id" },
  { FAULTS, N_("Which frames are on the stack of each crash?"),
    "SELECT f.process, s.depth, s.symbol, s.library, s.pc, s.file, s.line\n"
    "FROM fault f\n"
    "JOIN thread_dump_frame s ON s.thread_id = f.thread_id\n"
    "ORDER BY f.id, s.depth" },
  { FAULTS, N_("Which files were open?"),
    "SELECT fd, path, owner\n"
    "FROM open_file\n"
    "ORDER BY fd" },
  { FAULTS, N_("What did the registers contain?"),
    "SELECT name, value, region\n"
    "FROM register" },

  { HEAPS, N_("Which classes use the most memory?"),
    "SELECT coalesce(c.deobfuscated_name, c.name) AS class, count(*) AS objects, sum(o.self_size) AS bytes\n"
    "FROM heap_graph_object o\n"
    "JOIN heap_graph_class c ON o.type_id = c.id\n"
    "WHERE o.reachable\n"
    "GROUP BY c.id\n"
    "ORDER BY bytes DESC\n"
    "LIMIT 100" },
  { HEAPS, N_("Which objects are the largest?"),
    "SELECT c.name AS class, o.self_size, o.native_size, o.root_type\n"
    "FROM heap_graph_object o\n"
    "JOIN heap_graph_class c ON o.type_id = c.id\n"
    "ORDER BY o.self_size DESC\n"
    "LIMIT 100" },
  { HEAPS, N_("How much memory is garbage?"),
    "SELECT reachable, count(*) AS objects, sum(self_size) AS bytes\n"
    "FROM heap_graph_object\n"
    "GROUP BY reachable" },
  { HEAPS, N_("Which roots retain objects?"),
    "SELECT root_type, count(*) AS objects, sum(self_size) AS bytes\n"
    "FROM heap_graph_object\n"
    "WHERE root_type IS NOT NULL\n"
    "GROUP BY root_type\n"
    "ORDER BY objects DESC" },
  { HEAPS, N_("How many activities are alive?"),
    "SELECT c.name AS class, count(*) AS objects\n"
    "FROM heap_graph_object o\n"
    "JOIN heap_graph_class c ON o.type_id = c.id\n"
    "WHERE o.reachable AND c.name GLOB '*Activity'\n"
    "GROUP BY c.id\n"
    "ORDER BY objects DESC" },
  { HEAPS, N_("Which fields refer to the most objects?"),
    "SELECT field_name, count(*) AS objects\n"
    "FROM heap_graph_reference\n"
    "GROUP BY field_name\n"
    "ORDER BY objects DESC\n"
    "LIMIT 100" },

  { THE_FILE, N_("What is known about the recording?"),
    "SELECT name, coalesce(str_value, int_value) AS value\n"
    "FROM metadata" },
  { THE_FILE, N_("Which problems does the file have?"),
    "SELECT severity, kind, count, text, detail\n"
    "FROM problem" },
  { THE_FILE, N_("Which tables have rows?"),
    "SELECT 'slice' AS name, count(*) AS rows FROM slice\n"
    "UNION ALL SELECT 'sched', count(*) FROM sched\n"
    "UNION ALL SELECT 'thread_state', count(*) FROM thread_state\n"
    "UNION ALL SELECT 'counter', count(*) FROM counter\n"
    "UNION ALL SELECT 'ftrace_event', count(*) FROM ftrace_event\n"
    "UNION ALL SELECT 'android_logs', count(*) FROM android_logs\n"
    "UNION ALL SELECT 'thread', count(*) FROM thread\n"
    "UNION ALL SELECT 'process', count(*) FROM process\n"
    "ORDER BY rows DESC" },
};

/* Returns: (array length=n): all examples; those with the same heading are adjacent */
const TvQueryExample *
tv_query_examples_get (guint *n)
{
  *n = G_N_ELEMENTS (examples);
  return examples;
}

/* Returns whether a trace contains the part that the query of an example reads. */
gboolean
tv_query_example_suits (const TvQueryExample *self, TvTrace *trace)
{
  return self->part == 0 || tv_trace_has (trace, self->part);
}
