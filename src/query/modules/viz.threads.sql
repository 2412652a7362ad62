-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.threads;
INCLUDE PERFETTO MODULE viz.summary.trace;

CREATE PERFETTO TABLE _kernel_threads AS
SELECT k.utid FROM linux_kernel_threads k WHERE _is_linux_machine(k.machine_id);

CREATE PERFETTO TABLE _threads_with_kernel_flag AS
SELECT t.id, t.utid, t.upid, t.tid, t.name, t.is_main_thread, t.is_idle, t.machine_id, k.utid IS NOT NULL AS is_kernel_thread
FROM thread t LEFT JOIN _kernel_threads k ON k.utid = t.utid
ORDER BY t.utid;
