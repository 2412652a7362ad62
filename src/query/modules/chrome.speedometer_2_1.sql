-- SPDX-License-Identifier: GPL-3.0-or-later
-- Suites of Speedometer 2.1, with the name of their last test.
CREATE PERFETTO TABLE __tv_speedometer_2_1_suite AS
SELECT column1 AS suite_name, 'DeletingAllItems' AS last_test FROM (VALUES
  ('AngularJS-TodoMVC'), ('BackboneJS-TodoMVC'), ('React-TodoMVC'), ('VanillaJS-TodoMVC'), ('VueJS-TodoMVC'),
  ('jQuery-TodoMVC'))
UNION ALL
SELECT column1, 'DeletingItems' FROM (VALUES
  ('Angular2-TypeScript-TodoMVC'), ('Elm-TodoMVC'), ('EmberJS-Debug-TodoMVC'), ('EmberJS-TodoMVC'), ('Flight-TodoMVC'),
  ('Inferno-TodoMVC'), ('Preact-TodoMVC'), ('React-Redux-TodoMVC'), ('Vanilla-ES2015-Babel-Webpack-TodoMVC'),
  ('Vanilla-ES2015-TodoMVC'));

-- Each test has the marks SUITE.TEST-start, -sync-end and -async-end.
CREATE PERFETTO VIEW _chrome_speedometer_2_1_mark_name AS
SELECT s.suite_name || '.' || t.test_name || '-' || m.column1 AS name, s.suite_name, t.test_name, m.column1 AS mark_type
FROM __tv_speedometer_2_1_suite s
JOIN (
  SELECT suite_name, last_test AS test_name FROM __tv_speedometer_2_1_suite
  UNION ALL
  SELECT suite_name, column1 FROM __tv_speedometer_2_1_suite, (VALUES ('Adding100Items'), ('CompletingAllItems'))
) t ON t.suite_name = s.suite_name,
  (VALUES ('start'), ('sync-end'), ('async-end')) m;

-- Tests of which all marks of an iteration are known. The n-th marks of a name are those of iteration n.
CREATE PERFETTO TABLE __tv_speedometer_2_1_test AS
SELECT iteration, suite_name, test_name, MIN(ts) AS start_ts, MAX(iif(mark_type = 'sync-end', ts, NULL)) AS sync_end_ts,
  MAX(ts) AS async_end_ts
FROM (
  SELECT s.ts, m.*, row_number() OVER (PARTITION BY s.name ORDER BY s.ts) AS iteration
  FROM slice s JOIN _chrome_speedometer_2_1_mark_name m ON m.name = s.name
  WHERE s.category = 'blink.user_timing'
)
GROUP BY iteration, suite_name, test_name HAVING COUNT(*) = 3;

CREATE PERFETTO TABLE chrome_speedometer_2_1_measure AS
SELECT ts, dur, suite_name || '.' || test_name || '-' || measure_type AS name, iteration, suite_name, test_name, measure_type
FROM (
  SELECT sync_end_ts AS ts, async_end_ts - sync_end_ts AS dur, iteration, suite_name, test_name, 'async' AS measure_type
  FROM __tv_speedometer_2_1_test
  UNION ALL
  SELECT start_ts, sync_end_ts - start_ts, iteration, suite_name, test_name, 'sync' FROM __tv_speedometer_2_1_test
);

CREATE PERFETTO TABLE chrome_speedometer_2_1_iteration AS
SELECT MIN(ts) AS ts, MAX(ts_end) - MIN(ts) AS dur, 'iteration-' || iteration AS name, iteration,
  exp(AVG(ln(ms))) AS geomean, 1000.0 / exp(AVG(ln(ms))) * 60 / 3 AS score
FROM (
  SELECT iteration, SUM(dur) / 1e6 AS ms, MIN(ts) AS ts, MAX(ts + dur) AS ts_end
  FROM chrome_speedometer_2_1_measure GROUP BY suite_name, iteration
)
GROUP BY iteration;

CREATE PERFETTO FUNCTION chrome_speedometer_2_1_score() RETURNS DOUBLE AS
SELECT AVG(score) FROM chrome_speedometer_2_1_iteration;

CREATE PERFETTO FUNCTION chrome_speedometer_2_1_renderer_main_utid() RETURNS LONG AS
SELECT k.utid
FROM slice s JOIN thread_track k ON k.id = s.track_id
WHERE s.category = 'blink.user_timing' AND s.name IN (SELECT name FROM _chrome_speedometer_2_1_mark_name)
LIMIT 1;
