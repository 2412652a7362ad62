-- SPDX-License-Identifier: GPL-3.0-or-later
-- Suites and tests of Speedometer 3.
CREATE PERFETTO TABLE __tv_speedometer_3_test AS
SELECT s.column1 AS suite_name, t.column1 AS test_name
FROM (VALUES
  ('TodoMVC-JavaScript-ES5'), ('TodoMVC-JavaScript-ES6-Webpack-Complex-DOM'), ('TodoMVC-WebComponents'),
  ('TodoMVC-React-Complex-DOM'), ('TodoMVC-React-Redux'), ('TodoMVC-Backbone'), ('TodoMVC-Angular-Complex-DOM'),
  ('TodoMVC-Vue'), ('TodoMVC-jQuery'), ('TodoMVC-Preact-Complex-DOM'), ('TodoMVC-Svelte-Complex-DOM'),
  ('TodoMVC-Lit-Complex-DOM')) s,
  (VALUES ('Adding100Items'), ('CompletingAllItems'), ('DeletingAllItems')) t
UNION ALL
SELECT column1, column2 FROM (VALUES
  ('NewsSite-Next', 'NavigateToUS'), ('NewsSite-Next', 'NavigateToWorld'), ('NewsSite-Next', 'NavigateToPolitics'),
  ('NewsSite-Nuxt', 'NavigateToUS'), ('NewsSite-Nuxt', 'NavigateToWorld'), ('NewsSite-Nuxt', 'NavigateToPolitics'),
  ('Editor-CodeMirror', 'Long'), ('Editor-CodeMirror', 'Highlight'), ('Editor-TipTap', 'Long'),
  ('Editor-TipTap', 'Highlight'), ('Charts-observable-plot', 'Stacked by 6'),
  ('Charts-observable-plot', 'Stacked by 20'), ('Charts-observable-plot', 'Dotted'), ('Charts-chartjs', 'Draw scatter'),
  ('Charts-chartjs', 'Show tooltip'), ('Charts-chartjs', 'Draw opaque scatter'), ('React-Stockcharts-SVG', 'Render'),
  ('React-Stockcharts-SVG', 'PanTheChart'), ('React-Stockcharts-SVG', 'ZoomTheChart'), ('Perf-Dashboard', 'Render'),
  ('Perf-Dashboard', 'SelectingPoints'), ('Perf-Dashboard', 'SelectingRange'));

-- Each test is measured twice, in slices SUITE.TEST-sync and SUITE.TEST-async.
CREATE PERFETTO VIEW _chrome_speedometer_3_measure_name AS
SELECT suite_name || '.' || test_name || '-' || column1 AS name, suite_name, test_name, column1 AS measure_type
FROM __tv_speedometer_3_test, (VALUES ('sync'), ('async'));

CREATE PERFETTO VIEW _chrome_speedometer_3_iteration_slice AS
SELECT *, CAST(substr(name, 11) AS INT) AS iteration
FROM slice
WHERE category = 'blink.user_timing' AND name GLOB 'iteration-[0-9]*' AND substr(name, 11) NOT GLOB '*[^0-9]*';

CREATE PERFETTO TABLE chrome_speedometer_3_measure AS
SELECT s.ts, s.dur, s.name, i.iteration, m.suite_name, m.test_name, m.measure_type
FROM slice s
JOIN _chrome_speedometer_3_measure_name m ON m.name = s.name
JOIN _chrome_speedometer_3_iteration_slice i ON s.ts >= i.ts AND s.ts < i.ts + i.dur
WHERE s.category = 'blink.user_timing'
ORDER BY s.ts;

-- The score is 1000 divided by the geometric mean of the suites in ms.
CREATE PERFETTO TABLE chrome_speedometer_3_iteration AS
SELECT i.ts, i.dur, i.name, i.iteration, g.geomean, 1000.0 / g.geomean AS score
FROM (
  SELECT iteration, exp(AVG(ln(ms))) AS geomean
  FROM (SELECT iteration, suite_name, SUM(dur) / 1e6 AS ms FROM chrome_speedometer_3_measure GROUP BY 1, 2)
  GROUP BY iteration
) g
JOIN _chrome_speedometer_3_iteration_slice i USING (iteration);

CREATE PERFETTO FUNCTION chrome_speedometer_3_score() RETURNS DOUBLE AS
SELECT AVG(score) FROM chrome_speedometer_3_iteration;

-- Main thread of the renderer, which marked the starts of the measurements.
CREATE PERFETTO FUNCTION chrome_speedometer_3_renderer_main_utid() RETURNS LONG AS
SELECT k.utid
FROM slice s JOIN thread_track k ON k.id = s.track_id
WHERE s.category = 'blink.user_timing' AND s.name GLOB '*-start'
  AND substr(s.name, 1, length(s.name) - 6) IN (SELECT name FROM _chrome_speedometer_3_measure_name)
LIMIT 1;
