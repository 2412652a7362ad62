-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW linux_hard_irqs AS
SELECT s.ts, s.dur, s.name, s.id, s.parent_id
FROM slice s JOIN track t ON s.track_id = t.id WHERE t.type = 'cpu_irq';

CREATE PERFETTO VIEW linux_soft_irqs AS
SELECT s.ts, s.dur, s.name, s.id FROM slice s JOIN track t ON s.track_id = t.id WHERE t.type = 'cpu_softirq';

CREATE PERFETTO VIEW linux_irqs AS
SELECT ts, dur, name, id, parent_id, 0 AS is_soft_irq FROM linux_hard_irqs
UNION ALL
SELECT ts, dur, name, id, NULL AS parent_id, 1 AS is_soft_irq FROM linux_soft_irqs;

-- Last device of each interrupt number.
CREATE PERFETTO TABLE linux_interrupt_mapping AS
SELECT row_number() OVER (ORDER BY irq_id) - 1 AS id, irq_id, name, 0 AS machine_id
FROM (
  SELECT extract_arg(arg_set_id, 'irq') AS irq_id, extract_arg(arg_set_id, 'name') AS name, MAX(id)
  FROM ftrace_event WHERE name = 'irq_handler_entry' GROUP BY 1
)
WHERE irq_id IS NOT NULL;
