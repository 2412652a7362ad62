-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE linux.cpu.utilization.general;

CREATE PERFETTO TABLE cpu_cycles AS
SELECT CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
FROM _run_with_frequency;

CREATE PERFETTO TABLE cpu_cycles_per_cpu AS
SELECT cpu AS ucpu, cpu, CAST(SUM(dur * freq / 1000) AS INT) AS millicycles,
  CAST(SUM(dur * freq / 1000) / 1e9 AS INT) AS megacycles, SUM(dur) AS runtime, MIN(freq) AS min_freq,
  MAX(freq) AS max_freq, SUM(dur * freq / 1000) / (SUM(dur) / 1000) AS avg_freq
FROM _run_with_frequency GROUP BY cpu;
