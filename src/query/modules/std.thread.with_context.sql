-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW _thread_with_context AS
SELECT utid, tid, thread.name AS thread_name, is_main_thread, upid, pid, process.name AS process_name
FROM thread LEFT JOIN process USING (upid);
