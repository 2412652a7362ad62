-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW linux_hard_irqs AS
SELECT s.id, s.ts, s.dur, s.name, s.track_id, t.cpu FROM slice s JOIN cpu_track t ON s.track_id = t.id WHERE t.type = 'cpu_irq';
CREATE PERFETTO VIEW linux_soft_irqs AS
SELECT s.id, s.ts, s.dur, s.name, s.track_id, t.cpu FROM slice s JOIN cpu_track t ON s.track_id = t.id WHERE t.type = 'cpu_softirq';
CREATE PERFETTO VIEW linux_irqs AS
SELECT *, 1 AS is_soft_irq FROM linux_soft_irqs UNION ALL SELECT *, 0 AS is_soft_irq FROM linux_hard_irqs;
