-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_battery_charge AS
SELECT c.ts, MAX(iif(t.name = 'batt.current.avg_ua', c.value, NULL)) AS current_avg_ua,
  MAX(iif(t.name = 'batt.capacity_pct', c.value, NULL)) AS capacity_percent,
  MAX(iif(t.name = 'batt.charge_uah', c.value, NULL)) AS charge_uah,
  MAX(iif(t.name = 'batt.current_ua', c.value, NULL)) AS current_ua,
  MAX(iif(t.name = 'batt.voltage_uv', c.value, NULL)) AS voltage_uv,
  MAX(iif(t.name = 'batt.energy_counter_uwh', c.value, NULL)) AS energy_counter_uwh,
  MAX(iif(t.name = 'batt.power_mw', c.value, NULL)) AS power_mw
FROM counter c JOIN counter_track t ON t.id = c.track_id WHERE t.name GLOB 'batt.*' GROUP BY c.ts ORDER BY c.ts;
