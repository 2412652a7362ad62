-- SPDX-License-Identifier: GPL-3.0-or-later
CREATE PERFETTO VIEW android_battery_charge AS
SELECT a.ts, MAX(iif(t.name GLOB '*capacity_pct', a.value, NULL)) AS capacity_percent,
  MAX(iif(t.name GLOB '*charge_uah', a.value, NULL)) AS charge_uah,
  MAX(iif(t.name GLOB '*current_ua', a.value, NULL)) AS current_ua,
  MAX(iif(t.name GLOB '*current.avg_ua', a.value, NULL)) AS current_avg_ua,
  MAX(iif(t.name GLOB '*voltage_uv', a.value, NULL)) AS voltage_uv,
  MAX(iif(t.name GLOB '*power_mw', a.value, NULL)) AS power_mw
FROM counter a JOIN counter_track t ON t.id = a.track_id WHERE t.name GLOB 'batt.*' GROUP BY a.ts ORDER BY a.ts;
