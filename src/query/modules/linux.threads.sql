-- SPDX-License-Identifier: GPL-3.0-or-later
-- Threads of the kernel are children of kthreadd, whose pid is 2.
CREATE PERFETTO TABLE linux_kernel_threads AS
SELECT p.upid, t.utid, p.pid, t.tid, p.name AS process_name, t.name AS thread_name, t.machine_id
FROM process p JOIN thread t USING (upid)
WHERE p.pid = 2 OR p.parent_upid IN (SELECT upid FROM process WHERE pid = 2);
