-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO FUNCTION _is_linux_machine(machine_id LONG) RETURNS LONG AS
SELECT EXISTS (SELECT 1 FROM metadata WHERE name = 'system_name' AND str_value = 'Linux' AND machine_id = $machine_id);
