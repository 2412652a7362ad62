-- SPDX-License-Identifier: GPL-3.0-or-later
-- Runnable state before each running state of a thread, and the last runnable state that a wakeup began.
CREATE PERFETTO TABLE sched_previous_runnable_on_thread AS
WITH before AS (
  SELECT id, utid, state,
    max(iif(state = 'R' OR state = 'R+', id, NULL)) OVER w AS prev_runnable_id,
    max(iif(state = 'R', id, NULL)) OVER w AS prev_wakeup_runnable_id
  FROM thread_state
  WINDOW w AS (PARTITION BY utid ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
SELECT id, prev_runnable_id, prev_wakeup_runnable_id FROM before WHERE state = 'Running' ORDER BY id;
