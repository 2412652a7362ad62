-- SPDX-License-Identifier: GPL-3.0-or-later
-- Wakeups between threads. An executing span is the time of a thread from a wakeup to the sleep before its next wakeup.

-- Wakeups by threads that are known to run, with the sleep that each ends. The first wakeup of a thread may have neither.
CREATE PERFETTO TABLE __tv_wakeup AS
SELECT r.id, r.ts, r.utid, ifnull(r.irq_context, 0) AS is_irq, iif(ifnull(r.irq_context, 0), NULL, r.waker_id) AS waker_id,
  s.ts AS idle_ts, s.dur AS idle_dur, s.state AS idle_state, s.blocked_function, s.io_wait
FROM thread_state r
JOIN (
  SELECT id, LAG(id) OVER (PARTITION BY utid ORDER BY id) AS prev_id FROM thread_state
) p ON p.id = r.id
LEFT JOIN thread_state s ON s.id = p.prev_id AND s.dur != -1 AND s.state IN ('S', 'D', 'I') AND s.ts + s.dur = r.ts
WHERE r.dur != -1 AND iif(p.prev_id IS NULL,
  r.waker_id IS NOT NULL OR (r.state = 'R' AND NOT ifnull(r.irq_context, 0)),
  r.waker_id IS NOT NULL AND s.id IS NOT NULL);

-- The wakeup that each running state follows.
CREATE PERFETTO TABLE __tv_woken_run AS
SELECT id, wakeup_id
FROM (
  SELECT t.id, t.state, MAX(w.id) OVER (PARTITION BY t.utid ORDER BY t.id) AS wakeup_id
  FROM thread_state t LEFT JOIN __tv_wakeup w ON w.id = t.id
)
WHERE state = 'Running' AND wakeup_id IS NOT NULL;

CREATE PERFETTO TABLE _wakeup_graph AS
SELECT w.id, w.utid, w.ts,
  lead(w.idle_ts, 1, (SELECT MAX(ts + dur) FROM thread_state e WHERE e.utid = w.utid AND e.dur != -1))
    OVER (PARTITION BY w.utid ORDER BY w.id) - w.ts AS dur,
  w.idle_dur, iif(w.is_irq, 'IRQ', w.idle_state) AS idle_state, w.blocked_function AS idle_reason, w.io_wait, m.wakeup_id AS waker_id,
  LAG(w.id) OVER (PARTITION BY w.utid ORDER BY w.id) AS prev_id
FROM __tv_wakeup w LEFT JOIN __tv_woken_run m ON m.id = w.waker_id
ORDER BY w.id;

-- Explains the spans of the threads in root_table: the running time of each thread, and its wakers for the sleep before.
CREATE PERFETTO MACRO _critical_path_by_roots(root_table TableOrSubquery, wakeup_table TableOrSubquery)
RETURNS TableOrSubquery AS
(
  SELECT p.root_id, r.utid AS root_utid, p.id, g.utid, p.ts, p.dur
  FROM __tv_critical_path(
    (SELECT __tv_rows(id, ts, dur, idle_dur, waker_id, prev_id) FROM $wakeup_table),
    (SELECT __tv_rows(id) FROM $root_table)) p
  JOIN _wakeup_graph g ON g.id = p.id
  JOIN _wakeup_graph r ON r.id = p.root_id
);

CREATE PERFETTO FUNCTION _thread_executing_span_critical_path(root_utid LONG, ts TIMESTAMP, dur DURATION)
RETURNS TABLE(id LONG, ts TIMESTAMP, dur DURATION, utid LONG, root_id LONG, root_utid LONG) AS
SELECT id, max(ts, $ts) AS ts, min(ts + dur, $ts + $dur) - max(ts, $ts) AS dur, utid, root_id, root_utid
FROM _critical_path_by_roots!((SELECT id FROM _wakeup_graph WHERE utid = $root_utid), _wakeup_graph)
WHERE ts < $ts + $dur AND ts + dur > $ts
ORDER BY ts;
