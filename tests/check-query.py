#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs queries with `tracedump query`, and compares their rows.

check-query.py TRACEDUMP SAMPLES

Queries in this file use the files of SAMPLES. They check the SQL dialect, its errors, and sums that the tables
of `tracedump table` also contain. The queries of perfetto-sql next to the samples (TV_SAMPLES, default:
../shared/samples) must return the rows of Perfetto's trace processor; without them, a message replaces these checks.
The output is TAP.
"""

import collections
import csv
import gzip
import io
import json
import lzma
import os
import pathlib
import subprocess
import sys

import query_exceptions
import tap_checks

SOURCE = pathlib.Path(__file__).resolve().parent.parent
MODULES = SOURCE / "src" / "query" / "modules"
MANUAL = SOURCE / "data" / "help" / "C" / "query-modules.page"
QUERIES = tap_checks.REAL / "perfetto-sql" / "queries"
EXPERT = tap_checks.REAL / "expert"
PLACES = [tap_checks.REAL, tap_checks.REAL / "perfetto-sql"]
FOLDERS = [tap_checks.REAL, EXPERT, tap_checks.REAL / "perfetto", tap_checks.REAL / "perfetto" / "more"]

# Queries in the folder “expert” that return trace processor's rows, and the files for which the rows differ, with the
# reason
EXPERT_QUERIES = ("anrs", "binder", "binder-reasons", "binder-slices", "binder-states", "blocking-calls", "cujs", "frames",
                  "frame-stats", "frame-summary", "frame-timeline", "lock-slices", "monitor")
EXPERT_KNOWN = {
    "cuj.frame-stats": "trace processor takes a frame of the display server for one of the app",
    "gen-android-4.ftrace.binder": "names of processes that trace processor does not have",
    "gen-android-4.ftrace.blocking-calls": "names of processes that trace processor does not have",
    "gen-android-4.ftrace.monitor": "names of processes that trace processor does not have",
}

METHOD_TRACES = ("reader.trace", "boot-v2.trace", "shop-start.trace")
LOGS = ("device.ftrace",)

ORDERED = ("CREATE PERFETTO TABLE t AS SELECT column1 AS x, column2 AS y FROM (VALUES (1, 2), (2, 1), (2, NULL), (10, 1));")

# Six nodes with their edges, and the beginning of a scan; starts, columns and query follow in each test
SCAN = ("INCLUDE PERFETTO MODULE graphs.scan; CREATE PERFETTO TABLE edges AS SELECT column1 AS source_node_id,"
        " column2 AS dest_node_id FROM (VALUES (0, 1), (0, 2), (1, 2), (2, 3), (4, 5)); SELECT * FROM _graph_scan!(edges, ")

# Queries, each with the expected rows including their header, or the beginning of the error. All queries use one small
# trace.
OWN = [
    ("SELECT 1 AS a, 'x' AS b, NULL AS c, 0.5 AS d", [["a", "b", "c", "d"], ["1", "x", "[NULL]", "0.500000"]]),
    ("CREATE PERFETTO TABLE t AS SELECT 1 AS x; SELECT x FROM t", [["x"], ["1"]]),
    ("CREATE PERFETTO TABLE t AS SELECT column1 AS x FROM (VALUES (1), (2.5)); SELECT x FROM t",
     [["x"], ["1.000000"], ["2.500000"]]),
    ("CREATE PERFETTO TABLE t(y LONG) AS SELECT 1 AS x", "CREATE PERFETTO TABLE: these columns"),
    ("CREATE PERFETTO TABLE t AS SELECT COUNT(*) FROM slice", "CREATE PERFETTO TABLE: column 0: the name"),
    ("CREATE PERFETTO TABLE t AS SELECT 1 AS x; INSERT INTO t VALUES (2)", "not authorized"),
    ("CREATE PERFETTO TABLE t AS SELECT 1 AS x; DROP TABLE t; CREATE TABLE t(x); INSERT INTO t VALUES (2);"
     " SELECT x FROM t", [["x"], ["2"]]),
    ("CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT $x + 1; SELECT f(1) AS f", [["f"], ["2"]]),
    ("CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT f($x + 1); SELECT f(1) AS f", "functions call each other"),
    ("CREATE PERFETTO FUNCTION f(a LONG) RETURNS TABLE(x LONG) AS SELECT $a AS x UNION ALL SELECT $a + 1;"
     " SELECT f.x FROM (SELECT 5 AS n) t JOIN f(t.n)", [["x"], ["5"], ["6"]]),
    ("CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x + 1; SELECT m!(2) * 3 AS v", [["v"], ["5"]]),
    ("CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS m!($x, $x); SELECT m!(2)", "macro m has 1 parameters"),
    ("CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS (m!($x) + m!($x)); SELECT m!(2)", "macros are nested too deeply"),
    ("SELECT no_such!(1)", "macro no_such is not defined"),
    ("SELECT\n  a\nFROM slice", "no such column: a (line 2, column 3: a)"),
    ("SELECT 1\nFROM (SELECT 1) JOIN\n  main.no_such WHERE 1", "no such table: main.no_such (line 3, column 8: no_such WHERE 1)"),
    ("SELECT 1 +", "incomplete input (line 1, column 10: +)"),
    ("CREATE PERFETTO TABLE t AS\nSELECT id, no_such FROM slice", "no such column: no_such (line 2, column 12: no_such FROM slice)"),
    ("CREATE PERFETTO VIEW v AS\nSELECT 1 AS a\nFRM slice", "near \"FRM\": syntax error (line 3, column 1: FRM slice)"),
    ("CREATE PERFETTO TABLE t(a LONG) AS\nSELECT 1 AS a,\n  2 AS b", "CREATE PERFETTO TABLE: these columns exist, but are"
     " not declared: b (line 3, column 8: b)"),
    ("INCLUDE PERFETTO MODULE", "incomplete statement"),
    ("SELECT 1,\n  str_split('a', '', 0)", "STR_SPLIT: delimiter must be a non-empty string (line 2, column 3: str_split('a', '', 0))"),
    ("CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT $x;\nSELECT 1, f('a')",
     "f[arg=a]: argument 0 does not have expected type: expected LONG, actual STRING (line 2, column 11: f('a'))"),
    ("CREATE VIRTUAL TABLE s USING SPAN_JOIN(slice, no_such)", "SPAN_JOIN: no such table: no_such (line 1, column 47: no_such)"),
    ("INCLUDE PERFETTO MODULE\n  no_such.module", "INCLUDE: Package 'no_such' not found"),
    ("SELECT CREATE_FUNCTION('f(x INT)', 'INT', 'SELECT $x + 1') AS suppress_query_output; SELECT f(2) AS f", [["f"], ["3"]]),
    ("SELECT CREATE_FUNCTION('f(x INT)', 'INT', 'SELECT $x'); SELECT CREATE_FUNCTION('f(x NO)', 'INT', 'SELECT $x')",
     "Unknown argument type: NO"),
    ("SELECT CREATE_FUNCTION('f()', 'INT', 1)", "CREATE_FUNCTION: argument 3 is not a text"),
    ("SELECT CREATE_VIEW_FUNCTION('g(x INT)', 'a INT, b STRING', 'SELECT $x AS a, \"q\" AS b') AS suppress_query_output;"
     " SELECT * FROM g(3)", [["a", "b"], ["3", "q"]]),
    ("SELECT IMPORT('time.conversion') AS suppress_query_output; SELECT time_to_us(5000) AS us", [["us"], ["5"]]),
    ("SELECT IMPORT('no_such.module')", "INCLUDE: Package 'no_such' not found. Similar modules: "),
    ("CREATE PERFETTO FUNCTION fib(n LONG) RETURNS LONG AS SELECT iif($n < 2, $n, fib($n - 1) + fib($n - 2));"
     " SELECT EXPERIMENTAL_MEMOIZE('fib') AS suppress_query_output; SELECT fib(10) AS f", [["f"], ["55"]]),
    ("INCLUDE PERFETTO MODULE std.metasql.unparenthesize; SELECT metasql_unparenthesize_exprlist!((1 AS a, 2 AS b))",
     [["a", "b"], ["1", "2"]]),
    ("INCLUDE PERFETTO MODULE android.binders", "INCLUDE: Module 'android.binders' not found. Similar modules: android.binder"),
    ("INCLUDE PERFETTO MODULE *; SELECT time_to_ms(5000000) AS ms", [["ms"], ["5"]]),
    ("ATTACH 'x.db' AS y", "not authorized"),
    ("SELECT load_extension('x')", "not authorized"),
    ("PRAGMA writable_schema = ON", "not authorized"),
    ("INSERT INTO slice(ts) VALUES (1)", "cannot modify slice because it is a view"),
    ("SELECT percentile(x, 50) AS p, median(x) AS m FROM (SELECT 1 AS x UNION SELECT 4 UNION SELECT 5)",
     [["p", "m"], ["4.000000", "4.000000"]]),
    ("SELECT iif(0, 1) AS a, string_agg(x, '-') AS s FROM (SELECT 'p' AS x UNION ALL SELECT 'q')",
     [["a", "s"], ["[NULL]", "p-q"]]),
    ("SELECT str_split('a-b-c', '-', 1) AS s, unhex('0x1f') AS u, reverse('äb') AS r", [["s", "u", "r"], ["b", "31", "bä"]]),
    ("SELECT hash('a', 1) = hash('a', 1) AS h, regexp_extract('abc12', '[0-9]+') AS r", [["h", "r"], ["1", "12"]]),
    ("SELECT hex(CAT_STACKS('a', NULL, CAT_STACKS('bc'))) AS s", [["s"], ["54010000006154020000006263"]]),
    ("SELECT CAT_STACKS(x'54FF00000061')", "CAT_STACKS: an argument is neither a stack nor a string"),
    ("SELECT CAT_STACKS(x'4300000000')", "CAT_STACKS: an argument is neither a stack nor a string"),
    ("SELECT STACK_FROM_STACK_PROFILE_CALLSITE(0)", "callsite_id is not one of stack_profile_callsite"),
    ("SELECT EXPERIMENTAL_PROFILE(NULL)", "argument stack at pos 1: expected BYTES, found NULL"),
    ("SELECT EXPERIMENTAL_PROFILE(CAT_STACKS('a'), 'n')", "name, unit and value of each kind of sample"),
    ("INCLUDE PERFETTO MODULE android.binder; SELECT LENGTH(o.pprof) > 100 AS o, LENGTH(i.pprof) > 50 AS i, g.pprof IS NULL AS g"
     " FROM android_binder_outgoing_graph(NULL) o, android_binder_incoming_graph(NULL) i, android_binder_graph(0, 1, 0, 1) g",
     [["o", "i", "g"], ["1", "1", "1"]]),
    ("SELECT EXPERIMENTAL_PROFILE(CAT_STACKS('a')) IS NULL AS n FROM slice WHERE 0", [["n"], ["1"]]),
    ("CREATE PERFETTO MACRO m(name ColumnName) RETURNS Expr AS CREATE PERFETTO TABLE $name AS SELECT 7 AS x; m!(made);"
     " SELECT x FROM made", [["x"], ["7"]]),
    ("CREATE PERFETTO TABLE t AS SELECT 1 AS x; CREATE PERFETTO TABLE u AS SELECT 2 AS x; CREATE PERFETTO INDEX i ON t(x);"
     " CREATE PERFETTO INDEX i ON u(x); DROP PERFETTO INDEX i ON t; DROP PERFETTO INDEX i ON t", "table t has no index i"),
    ("CREATE PERFETTO TABLE t AS SELECT 1 AS x; CREATE PERFETTO INDEX i ON t(x); CREATE PERFETTO INDEX i ON t(x)",
     "index i of table t already exists"),
    ("CREATE PERFETTO TABLE t AS SELECT column1 AS x FROM (VALUES ('a'), ('b')); SELECT _auto_id, x FROM t WHERE _auto_id > 0",
     [["_auto_id", "x"], ["1", "b"]]),
    ("CREATE PERFETTO FUNCTION abs(x LONG) RETURNS LONG AS SELECT 1",
     "CREATE PERFETTO FUNCTION[prototype=abs(x LONG)]: function already exists"),
    ("CREATE PERFETTO FUNCTION size(x STRING) RETURNS LONG DELEGATES TO length; SELECT size('abc') AS n", [["n"], ["3"]]),
    ("INCLUDE PERFETTO MODULE no_such.module", "INCLUDE: Package 'no_such' not found"),
    (f"{ORDERED} SELECT group_concat(x, '-' ORDER BY x DESC) AS a, string_agg(x, '' ORDER BY y NULLS LAST, x) AS b,"
     " group_concat(DISTINCT x ORDER BY x) AS c, sum(x ORDER BY y) AS d FROM t",
     [["a", "b", "c", "d"], ["10-2-2-1", "21012", "1,2,10", "15"]]),
    (f"{ORDERED} SELECT json_group_array(x ORDER BY x DESC) FILTER (WHERE x < 10) AS a, json_group_object(y, x ORDER BY y) AS b"
     " FROM t WHERE y > 0", [["a", "b"], ["[2,1]", '{"1":2,"1":10,"2":1}']]),
    ("SELECT group_concat(if(x, 1_0) ORDER BY x) FROM (SELECT 1 AS x)", [["group_concat(if(x, 1_0) ORDER BY x)"], ["10"]]),
    ("SELECT 1_000 AS a, if(0, 1, 2) AS b, iif(0, 1, 1, 3) AS c, iif(0, 1, 0, 2, 9) AS d, concat_ws('-', 1, NULL, 'x') AS e,"
     " octet_length('ä') AS f", [["a", "b", "c", "d", "e", "f"], ["1000", "2", "3", "9", "1-x", "2"]]),
    ("SELECT regexp_extract('abc', 'a(x)?b') AS a, regexp_extract('zz', '(a)(b)') AS b, regexp('B', 'abc', 'ci') AS c,"
     " regexp('B', 'abc', 'ic') AS d, regexp('a', 'a', NULL) AS e",
     [["a", "b", "c", "d", "e"], ["ab", "[NULL]", "1", "0", "[NULL]"]]),
    ("SELECT regexp_extract('ab', '(a)(b)')", "pattern has more than one group"),
    ("SELECT regexp('a', 'a', 'x')", "REGEXP: unknown flag"),
    ("SELECT str_split('a', NULL, 0)", "STR_SPLIT: delimiter must be a non-empty string"),
    ("SELECT str_split('a', '-', NULL)", "STR_SPLIT: field number must be a non-negative integer"),
    ("SELECT str_split(12, '-', 0) AS a, unhex(' -0X1f ') AS b, to_timecode(3723004005006) AS c",
     [["a", "b", "c"], ["[NULL]", "-31", "01:02:03 004 005 006"]]),
    ("SELECT unhex('ffffffffffffffff')", "UNHEX: invalid or out of range hex string"),
    ("SELECT unhex(12)", "UNHEX: argument must be text"),
    ("SELECT reverse(12)", "REVERSE: argument should be string"),
    ("SELECT demangle(12)", "DEMANGLE: argument should be string"),
    ("SELECT base64_encode('abc')", "BASE64_ENCODE: argument should be bytes"),
    ("SELECT base64_decode('a*b')", "BASE64_DECODE: not base64"),
    ("SELECT to_timecode('x')", "TO_TIMECODE: first argument should be timestamp"),
    ("SELECT value_at_max_ts(ts, v) AS v, ln('5x') AS l FROM (SELECT 3 AS ts, 7 AS v UNION ALL SELECT 3, 8 UNION ALL SELECT 1, 9)",
     [["v", "l"], ["8", "[NULL]"]]),
    ("SELECT value_at_max_ts(1, 'x')", "VALUE_AT_MAX_TS: value passed was not an integer or float"),
    ("SELECT value_at_max_ts(1.5, 1)", "VALUE_AT_MAX_TS: ts passed was not an integer"),
    ("SELECT percentile('5', 50)", "input to percentile() is not numeric"),
    ("SELECT percentile(5, NULL)", "is not between 0.0 and 100.0"),
    ("SELECT percentile(x, x) FROM (SELECT 1 AS x UNION SELECT 2)", "is not the same for all input rows"),
    ("SELECT * FROM ancestor_slice('x')", "start id should be an integer."),
    ("SELECT * FROM descendant_slice(999999999)", "no row with id 999999999"),
    ("SELECT * FROM following_flow(1.5)", "start id should be an integer."),
    ("SELECT * FROM preceding_flow(999999999)", "invalid slice id 999999999"),
    ("SELECT COUNT(*) = SUM(slice_is_ancestor(parent_id, id)) AS a, SUM(slice_is_ancestor(NULL, id)) AS b,"
     " slice_is_ancestor(999999999, 0) AS c FROM slice WHERE parent_id IS NOT NULL", [["a", "b", "c"], ["1", "[NULL]", "[NULL]"]]),
    ("SELECT COUNT(*) AS wrong FROM metadata m WHERE extract_metadata(name) IS NOT ifnull(int_value, str_value)"
     " OR extract_metadata_for_machine(0, name) IS NOT extract_exact_metadata(0, 0, name)", [["wrong"], ["0"]]),
    ("SELECT extract_metadata('no such') AS a, extract_metadata(NULL) AS b", [["a", "b"], ["[NULL]", "[NULL]"]]),
    ("SELECT SUM(to_ftrace(e.id) GLOB printf('*-%d *) ?%03d? .... %d.%06d: *', tid, cpu, ts / 1000000000, ts / 1000 % 1000000))"
     " = COUNT(*) AS same FROM ftrace_event e JOIN thread USING (utid)", [["same"], ["1"]]),
    ("INCLUDE PERFETTO MODULE graphs.partition; SELECT * FROM tree_structural_partition_by_group!((SELECT column1 AS id,"
     " column2 AS parent_id, column3 AS group_key FROM (VALUES (1, NULL, 1), (2, 1, 1), (3, 2, 2), (4, 2, 2), (5, 4, 1), (6, 5, 3),"
     " (7, 5, 2), (8, 4, 1)))) ORDER BY id",
     [["id", "parent_id", "group_key"], ["1", "[NULL]", "1"], ["2", "1", "1"], ["3", "[NULL]", "2"], ["4", "[NULL]", "2"],
      ["5", "2", "1"], ["6", "[NULL]", "3"], ["7", "4", "2"], ["8", "2", "1"]]),
    ("INCLUDE PERFETTO MODULE intervals.create_intervals; SELECT * FROM _interval_create!((SELECT column1 AS ts FROM (VALUES (1), (5),"
     " (5), (9), (20))), (SELECT column1 AS ts FROM (VALUES (5), (7), (12))))",
     [["ts", "dur"], ["1", "4"], ["5", "2"], ["5", "2"], ["9", "3"]]),
    ("INCLUDE PERFETTO MODULE intervals.mipmap; CREATE PERFETTO TABLE s AS SELECT column1 AS id, column2 AS ts, column3 AS dur,"
     " column4 AS utid, column5 AS group_hash FROM (VALUES (1, 100, 12, 7, 1), (2, 112, 3, 7, 2), (3, 115, 7, 7, 1), (4, 125, 25, 7, 3),"
     " (5, 0, 5, 8, 4)); SELECT * FROM _mipmap_merged!(s, (SELECT * FROM _mipmap_buckets_table!(s, utid, 10)), utid, 10)",
     [["utid", "id", "ts", "dur", "group_hash"], ["8", "5", "0", "10", "4"], ["7", "1", "100", "20", "1"], ["7", "4", "120", "30", "3"]]),
    ("INCLUDE PERFETTO MODULE stacks.symbolization_candidates; SELECT _to_breakpad_module('/data/libchrome.so',"
     " '0123456789abcdef0123456789abcdef01234567') AS a, _to_breakpad_module('/data/libc.so', '0123456789abcdef0123456789abcdef01234567') AS b",
     [["a", "b"], ["67452301AB89EFCD0123456789ABCDEF0".lower(), "[NULL]"]]),
    ("SELECT __intrinsic_strip_hex('a 12 0x1f beef 1beef x9 12ab34z 7', 2) AS a, __intrinsic_strip_hex(NULL, 1) AS b,"
     " __intrinsic_strip_hex('a7', 1) AS c",
     [["a", "b", "c"], ["a <num> 0x<num> beef <num> x9 <num>z 7", "[NULL]", "<num>"]]),
    ("SELECT __intrinsic_strip_hex('a', -1)", "min_repeated_digits must be positive"),
    ("SELECT RUN_METRIC('android/android_startup.sql')", "metrics are not available; use the module android.startup.startups"),
    ("SELECT name, severity, source, value FROM stats WHERE name IN ('misplaced_end_event', 'traced_flushes_failed') ORDER BY name",
     [["name", "severity", "source", "value"], ["misplaced_end_event", "data_loss", "analysis", "0"],
      ["traced_flushes_failed", "data_loss", "trace", "0"]]),
    ("SELECT COUNT(*) = COUNT(DISTINCT name) AS once, COUNT(*) > 200 AS many, MAX(name GLOB '* *' OR name = '') AS broken,"
     " COUNT(*) = MAX(id) + 1 AS dense FROM stats", [["once", "many", "broken", "dense"], ["1", "1", "0", "1"]]),
    ("SELECT RUN_METRIC('no_such', 'a', 'b')", "metrics are not available; use modules instead"),
    ("INCLUDE PERFETTO MODULE intervals.overlap; SELECT * FROM _intervals_flatten!(_intervals_merge_root_and_children!((SELECT column1"
     " AS id, column2 AS ts, column3 AS dur FROM (VALUES (1, 0, 100), (9, 200, 10))), (SELECT column1 AS id, column2 AS parent_id,"
     " column3 AS ts, column4 AS dur, 1 AS root_id FROM (VALUES (2, NULL, 10, 40), (3, 2, 10, 20), (4, 3, 20, 10), (5, NULL, 50, 50)))))"
     " ORDER BY ts",
     [["root_id", "id", "ts", "dur"], ["1", "1", "0", "10"], ["1", "3", "10", "10"], ["1", "4", "20", "10"], ["1", "2", "30", "20"],
      ["1", "5", "50", "50"], ["9", "9", "200", "10"]]),
    # A row without a duration leaves a gap that is as long as its neighbors.
    ("CREATE PERFETTO TABLE a AS SELECT 100 AS ts, 10 AS dur, 'a' AS x; CREATE PERFETTO TABLE b AS SELECT 105 AS ts, 'b' AS y;"
     " CREATE VIRTUAL TABLE j USING SPAN_LEFT_JOIN(a, b); SELECT * FROM j",
     [["ts", "dur", "x", "y"], ["100", "5", "a", "[NULL]"], ["105", "0", "a", "b"], ["105", "5", "a", "[NULL]"]]),
    ("CREATE PERFETTO TABLE a AS SELECT 100 AS ts, 0 AS dur, 'a' AS x; CREATE PERFETTO TABLE b AS SELECT 100 AS ts, 'b' AS y;"
     " CREATE VIRTUAL TABLE j USING SPAN_OUTER_JOIN(a, b); SELECT * FROM j", [["ts", "dur", "x", "y"], ["100", "0", "a", "b"]]),
    ("SELECT 1 AS suppress_query_output; SELECT 2 AS b", [["b"], ["2"]]),
    ("SELECT COUNT(*) = SUM(id >= 0 AND ts >= last) AS sorted FROM"
     " (SELECT id, ts, LAG(ts, 1, ts) OVER (ORDER BY id) AS last FROM slice)", [["sorted"], ["1"]]),
    ("SELECT COUNT(*) AS wrong FROM slice c JOIN slice p ON c.parent_id = p.id"
     " WHERE c.depth != p.depth + 1 OR c.track_id != p.track_id OR c.ts < p.ts", [["wrong"], ["0"]]),
    ("SELECT COUNT(*) AS wrong FROM (SELECT ts, LAG(ts) OVER (ORDER BY id) AS last FROM thread_state) WHERE ts < last",
     [["wrong"], ["0"]]),
    ("SELECT COUNT(*) AS wrong FROM thread_state s JOIN thread_state w ON w.id = s.waker_id"
     " WHERE w.state != 'Running' OR w.utid != s.waker_utid OR s.ts NOT BETWEEN w.ts AND w.ts + w.dur", [["wrong"], ["0"]]),
    ("INCLUDE PERFETTO MODULE sched.thread_executing_span; SELECT COUNT(*) AS wrong FROM"
     " (SELECT root_id, SUM(dur) AS dur FROM _critical_path_by_roots!((SELECT id FROM _wakeup_graph), _wakeup_graph)"
     " GROUP BY root_id) p JOIN _wakeup_graph g ON g.id = p.root_id WHERE p.dur != g.dur + ifnull(g.idle_dur, 0)",
     [["wrong"], ["0"]]),
    ("SELECT (SELECT COUNT(*) FROM slice) = (SELECT COUNT(*) FROM __intrinsic_slice WHERE ts >= trace_start()) AS same",
     [["same"], ["1"]]),
    ("INCLUDE PERFETTO MODULE graphs.hierarchy; CREATE PERFETTO TABLE t AS SELECT column1 AS id, column2 AS parent_id FROM"
     " (VALUES (1, NULL), (2, 1), (3, 2), (4, 1)); SELECT 'up' AS way, id, parent_id"
     " FROM _tree_reachable_ancestors_or_self!(t, (SELECT 3 AS id)) UNION ALL SELECT 'down', id, parent_id"
     " FROM _tree_reachable_descendants_or_self!(t, (SELECT 2 AS id)) ORDER BY way, id",
     [["way", "id", "parent_id"], ["down", "2", "1"], ["down", "3", "2"], ["up", "1", "[NULL]"], ["up", "2", "1"], ["up", "3", "2"]]),
    # A scan reaches a node on each path to it, an aggregating scan once for all its predecessors.
    (SCAN + "(SELECT 0 AS id, 0 AS root, 0 AS depth UNION ALL SELECT 1, 1, 0), (root, depth),"
     " (SELECT id, root, depth + 1 AS depth FROM $table)) ORDER BY id, root, depth",
     [["id", "root", "depth"], ["0", "0", "0"], ["1", "0", "1"], ["1", "1", "0"], ["2", "0", "1"], ["2", "0", "2"], ["2", "1", "1"],
      ["3", "0", "2"], ["3", "0", "3"], ["3", "1", "2"]]),
    (SCAN.replace("_graph_scan", "_graph_aggregating_scan") + "(SELECT 0 AS id, 'x' AS path UNION ALL SELECT 4, 'y'), (path),"
     " (SELECT id, '(' || string_agg(path, '+' ORDER BY path) || ')' AS path FROM $table GROUP BY id)) ORDER BY id",
     [["id", "path"], ["0", "x"], ["1", "(x)"], ["2", "((x)+x)"], ["3", "(((x)+x))"], ["4", "y"], ["5", "(y)"]]),
    (SCAN.replace("!(edges", "!((SELECT 1 AS source_node_id, 0 AS dest_node_id WHERE 0)") + "(SELECT 7 AS id, 1.5 AS x), (x),"
     " (SELECT id, x + 1 AS x FROM $table))", [["id", "x"], ["7", "1.500000"]]),
    (SCAN.replace("_graph_scan", "_graph_aggregating_scan").replace("!(edges", "!((SELECT * FROM edges UNION ALL SELECT 3, 1)") +
     "(SELECT 0 AS id, 0 AS n), (n), (SELECT id, n FROM $table))", "has a cycle"),
    (SCAN + "(SELECT 0 AS id, 0 AS n), (n), (SELECT id FROM $table))", "must return the id and the columns"),
    (SCAN + "(SELECT 0 AS id, 0 AS n), (n), (SELECT id, missing FROM $table))", "no such column: missing"),
    ("CREATE TABLE t (id INT, n INT); SELECT * FROM __tv_graph_scan ((SELECT __tv_rows (0, 0)), (SELECT __tv_rows (0, 0)),"
     " (SELECT __tv_rows ('INSERT INTO t VALUES (1, 1) RETURNING id, n')))", "must be a SELECT"),
    ("CREATE PERFETTO TABLE a AS SELECT column1 AS id, column2 AS ts, column3 AS dur FROM (VALUES (1, 0, 10), (2, 20, 5));"
     "CREATE PERFETTO TABLE b AS SELECT column1 AS id, column2 AS ts, column3 AS dur FROM (VALUES (7, 5, 30));"
     "SELECT ts, dur, id_0, id_1 FROM _interval_intersect!((a, b), ()) ORDER BY ts",
     [["ts", "dur", "id_0", "id_1"], ["5", "5", "1", "7"], ["20", "5", "2", "7"]]),
]

# Tables of `tracedump table`, each with a query of it and a query of Perfetto's tables that return the same rows
SUMS = [
    ("slice", "INCLUDE PERFETTO MODULE slices.flat_slices; SELECT SUM(dur) AS dur, SUM(depth = 0) > 0 AS has_roots,"
     " SUM(root_id = slice_id) = SUM(depth = 0) AS is_root FROM _slice_flattened",
     "INCLUDE PERFETTO MODULE slices.with_context; INCLUDE PERFETTO MODULE slices.self_dur;"
     " SELECT SUM(self_dur) AS dur, 1 AS has_roots, 1 AS is_root FROM thread_slice JOIN slice_self_dur USING (id) WHERE dur > 0",
     LOGS),
    ("slice", "SELECT COUNT(*) AS n, SUM(dur) AS dur FROM __tv_slice",
     "SELECT COUNT(*) AS n, SUM(dur) AS dur FROM slice", METHOD_TRACES),
    ("kernel_slice", "SELECT COUNT(*) AS n FROM __tv_slice WHERE category != 'events'",
     "SELECT (SELECT COUNT(*) FROM slice) + (SELECT COUNT(*) FROM kernel_slice) AS n", LOGS),
    ("kernel_slice", "SELECT SUM(dur) AS dur, SUM(k.depth) AS depth FROM kernel_slice k",
     "SELECT SUM(s.dur) AS dur, SUM(s.depth) AS depth FROM __tv_slice s WHERE s.id IS NULL AND s.category != 'events'", LOGS),
    ("slice_use", "SELECT name, SUM(count) AS n, SUM(total_ns) AS ns FROM slice_use WHERE unfinished = 0"
     " GROUP BY name ORDER BY name",
     "SELECT s.name, COUNT(*) AS n, SUM(s.dur) AS ns FROM slice s JOIN track t ON t.id = s.track_id"
     " WHERE t.type NOT GLOB 'cpu_*' GROUP BY s.name HAVING MIN(s.dur) >= 0 ORDER BY s.name",
     ("shop-start.trace", "reader.trace")),
    ("counter", "SELECT COUNT(*) AS n FROM __tv_counter", "SELECT COUNT(*) AS n FROM counter", LOGS),
    ("counter_use", "SELECT MIN(min) AS min, MAX(max) AS max, SUM(samples) AS n FROM counter_use WHERE counter != 'cpuidle'",
     "SELECT MIN(value) AS min, MAX(value) AS max, COUNT(*) AS n FROM counters WHERE name != 'cpuidle'", LOGS),
    ("cpu_use_by_thread", "SELECT COUNT(*) AS n FROM __tv_sched_slice WHERE inferred = 0 AND dur >= 0",
     "SELECT COUNT(*) AS n FROM sched WHERE utid != 0 AND dur >= 0", LOGS),
    ("cpu_use_by_thread", "SELECT tid, SUM(cpu_ns) AS ns FROM cpu_use_by_thread WHERE tid > 0"
     " GROUP BY tid HAVING SUM(inferred_ns) = 0 ORDER BY tid",
     "SELECT tid, SUM(dur) AS ns FROM sched JOIN thread USING (utid) WHERE utid != 0 AND dur >= 0 AND tid IN"
     " (SELECT tid FROM cpu_use_by_thread GROUP BY tid HAVING SUM(inferred_ns) = 0) GROUP BY tid ORDER BY tid", LOGS),
    ("sched", "SELECT cpu, SUM(dur) = MAX(ts + dur) - MIN(ts) AS is_gapless FROM sched WHERE dur >= 0 GROUP BY cpu",
     "SELECT DISTINCT cpu, 1 AS is_gapless FROM sched ORDER BY cpu", LOGS),
    ("thread_state", "SELECT COUNT(*) AS n, SUM(dur) AS dur FROM thread_state WHERE state = 'Running' AND dur >= 0",
     "SELECT COUNT(*) AS n, SUM(dur) AS dur FROM sched WHERE utid != 0 AND dur >= 0", LOGS),
]


def split_results(text):
    return [[line.split("\t") for line in block.split("\n")] for block in
            (block.strip("\n") for block in text.split("\n\n")) if block and not block.startswith("ERROR\t")]


def is_same(a, b):
    if a == b:
        return True
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    return abs(x - y) <= 1e-6 * max(1, abs(x), abs(y))


MODULE_ROWS = [
    ("android.input",
     "SELECT dispatch_latency_dur, handling_latency_dur, ack_latency_dur, total_latency_dur, process_name, tid, event_type,"
     " event_seq, event_channel FROM android_input_events",
     [["1000000", "5000000", "2000000", "8000000", "com.android.shop", "200", "0x1", "0x6fd", "3f2 com.shop/.Main (server)"]]),
    ("android.cujs.base",
     "SELECT cuj_name, ts, dur, state, layer_id, begin_vsync, end_vsync, (SELECT tid FROM thread WHERE utid = ui_thread) AS tid"
     " FROM android_jank_cuj",
     [["OPEN", "20000000", "10000000", "completed", "7", "40", "44", "200"],
      ["CLOSE", "60000000", "8000000", "completed", "9", "50", "[NULL]", "[NULL]"]]),
    ("android.cujs.threads", "SELECT cuj_id, name, (SELECT tid FROM thread t WHERE t.utid = r.utid) AS tid,"
     " (SELECT utid FROM thread_track k WHERE k.id = track_id) = utid AS same FROM android_jank_cuj_render_thread r",
     [["1", "RenderThread", "201", "1"], ["2", "RenderThread", "201", "1"]]),
    ("android.cujs.sysui_cujs",
     "SELECT cuj_id, id, cuj_name, cuj_type, dur, state, layer_id FROM android_jank_latency_cujs",
     [["1", "1", "OPEN", "jank", "10000000", "completed", "7"], ["2", "2", "CLOSE", "jank", "8000000", "completed", "9"],
      ["3", "3", "UNLOCK", "latency", "2000000", "completed", "[NULL]"]]),
    ("android.cujs.cuj_frame_counters", "SELECT _android_jank_cuj_counter_value('OPEN', 'missedFrames', 0, NULL) AS value,"
     " _android_jank_cuj_counter_value('OPEN', 'missedFrames', 30000000, NULL) AS later,"
     " _android_cuj_missed_vsyncs_for_callback('J<CLOSE>', 0, NULL, '*HWUI*') AS missed", [["3", "5", "1"]]),
    ("android.io", "SELECT name, sum, max, min, dur, count, avg FROM _android_io_f2fs_counter_stats WHERE sum > 0 ORDER BY name",
     [["read_app_total", "30.000000", "20.000000", "10.000000", "1000000", "2", "15.000000"],
      ["write_sync_node_peak", "7.000000", "7.000000", "7.000000", "0", "1", "7.000000"]]),
    ("android.io", "SELECT tid, process_name, ino, dev, bytes, write_count FROM _android_io_f2fs_write_stats",
     [["7", "kworker", "77", "5", "300", "2"]]),
    ("android.io", "SELECT * FROM _android_io_f2fs_aggregate_write_stats", [["2", "1", "300", "1", "1", "1"]]),
    # A call is clipped to the journey; calls of other threads do not count.
    ("android.cujs.sysui_cujs", "SELECT name, ts, dur, ts_end, cuj_name, cuj_type, (SELECT tid FROM thread t WHERE t.utid = b.utid) AS tid"
     " FROM android_cuj_blocking_calls b",
     [["layout", "63000000", "2000000", "65000000", "CLOSE", "jank", "200"],
      ["CreateGraphicsPipeline", "66000000", "2000000", "68000000", "CLOSE", "jank", "201"]]),
    ("linux.devfreq", "SELECT ts, dur, dsu_freq FROM linux_devfreq_dsu_counter",
     [["88000000", "2000000", "421000"], ["90000000", "16000000", "1703000"]]),
    ("android.bitmaps",
     "SELECT process_name, ts, dur, bitmap_memory, bitmap_count FROM android_bitmap_counters_per_process LIMIT 2",
     [["com.android.shop", "41000000", "1000000", "4096", "2"], ["com.android.shop", "42000000", "3000000", "8192", "2"]]),
]

# Kernel events as Perfetto stores and classifies them.
KERNEL_ROWS = [
    ("time.conversion",
     "SELECT e.name, group_concat(a.key || '=' || a.display_value || ' ' || a.value_type, '; ' ORDER BY a.id) AS args"
     " FROM ftrace_event e JOIN args a USING (arg_set_id) WHERE e.ts >= 100000000 GROUP BY e.id ORDER BY e.id",
     [["irq_handler_entry", "irq=30 int; name=eth0 string"], ["irq_handler_exit", "irq=30 int; ret=1 int"],
      ["softirq_entry", "vec=6 uint"], ["softirq_exit", "vec=6 uint"],
      ["suspend_resume", "action=suspend_enter string; val=3 int; start=1 uint"],
      ["suspend_resume", "action=suspend_enter string; val=3 int; start=0 uint"],
      ["rss_stat", "mm_id=7 int; curr=1 int; member=1 int; size=4096 int"],
      ["binder_transaction", "debug_id=5 int; target_node=77 int; to_proc=100 int; to_thread=0 int; reply=0 int; flags=16 uint;"
       " code=3 uint"], ["cpu_frequency_limits", "min=300000 int; max=1800000 int; cpu_id=2 uint"]]),
    ("time.conversion", "SELECT e.name, extract_arg(arg_set_id, 'buf') AS buf FROM ftrace_event e ORDER BY id LIMIT 2",
     [["tracing_mark_write", "B|100|sendMessage(inputChannel=3f2 com.shop/.Main (server), seq=0x6fd, type=0x1)"],
      ["tracing_mark_write", "E|100"]]),
    ("time.conversion", "SELECT s.name, s.category, t.type, t.name FROM slice s JOIN track t ON t.id = s.track_id"
     " WHERE s.ts >= 100000000 ORDER BY s.id",
     [["binder transaction", "binder", "thread_execution", "[NULL]"]]),
    ("time.conversion", "SELECT id, name, category, track_type, track_name, cpu FROM kernel_slice WHERE ts >= 100000000 ORDER BY id",
     [["0", "IRQ (eth0)", "irq", "cpu_irq", "Irq Cpu 0", "0"], ["1", "TASKLET", "irq", "cpu_softirq", "SoftIrq Cpu 0", "0"],
      ["2", "suspend_enter(3)", "[NULL]", "suspend_resume", "Suspend/Resume Latency", "[NULL]"]]),
    ("time.conversion", "SELECT DISTINCT a.key, a.value_type FROM"
     " (SELECT arg_set_id, category FROM slice UNION SELECT arg_set_id, category FROM kernel_slice) s JOIN args a USING (arg_set_id)"
     " WHERE s.category IN ('irq', 'binder')"
     " AND a.key IN ('vec', 'transaction id', 'destination process', 'softirq', 'transaction') ORDER BY 1",
     [["destination process", "int"], ["transaction id", "int"], ["vec", "int"]]),
    ("time.conversion", "SELECT DISTINCT t.type FROM slice s JOIN track t ON t.id = s.track_id WHERE s.name GLOB '[JL]<*>' ORDER BY 1",
     [["atrace_async_slice"]]),
    ("time.conversion", "SELECT name, type, cpu FROM cpu_counter_track WHERE name GLOB '*Freq Limit' ORDER BY name",
     [["Cpu 2 Max Freq Limit", "cpu_max_frequency_limit", "2"], ["Cpu 2 Min Freq Limit", "cpu_min_frequency_limit", "2"]]),
]

# Modules, queries and rows for the log of a system server
SYSTEM_ROWS = [
    ("android.wakeups", "SELECT ts, dur, on_device_attribution, type, item, suspend_quality, backoff_state, backoff_reason,"
     " backoff_count, backoff_millis FROM android_wakeups ORDER BY ts, item",
     [["21000000", "500000000", "WLAN", "normal", "mbox", "bad", "new", "short", "2", "500"],
      ["21000000", "500000000", "WLAN", "normal", "wlan_wake", "bad", "new", "short", "2", "500"],
      ["31000000", "2000000", "[NULL]", "abort_pending", "a_wake", "good", "[NULL]", "none", "[NULL]", "[NULL]"],
      ["31000000", "2000000", "[NULL]", "abort_pending", "b_wake", "good", "[NULL]", "none", "[NULL]", "[NULL]"],
      ["33000000", "0", "[NULL]", "abort_other", "Device x: error -16", "[NULL]", "[NULL]", "none", "[NULL]", "[NULL]"]]),
    ("android.broadcasts", "SELECT b.intent_action, b.process_name, b.pid, p.pid AS pid_of_upid, b.queue_id, s.name = 'running' AS same,"
     " b.ts, b.dur FROM _android_broadcasts_minsdk_u b JOIN process p USING (upid) JOIN slice s ON s.id = b.id",
     [["android.intent.action.TIME_TICK", "com.android.shop", "200", "200", "2", "0", "35000000", "1000000"]]),
    ("android.startup.startup_events", "SELECT * FROM _startup_events", [["40000000", "5000000", "45000000", "com.android.shop"]]),
    ("counters.global_tracks", "SELECT name, _counter_track_is_only_name_dimension(id) AS only FROM counter_track ORDER BY name",
     [["Sent", "0"]]),
]

# Modules, queries and rows for a recording of Chrome
TASK = "ThreadControllerImpl::RunTask"
CHROME_ROWS = [
    ("chrome.histograms", "SELECT name, value, ts, thread_name, tid, process_name, pid FROM chrome_histograms ORDER BY ts",
     [["Own.Name", "5", "100", "CrRendererMain", "11", "Renderer", "10"],
      ["Interned.Name", "-7", "101", "CrRendererMain", "11", "Renderer", "10"]]),
    ("chrome.tasks", "SELECT name, task_type, ts, dur, thread_name, process_name FROM chrome_tasks ORDER BY ts",
     [["RunTask(posted_from=a.cc:Post)", "scheduler", "200", "10", "CrRendererMain", "Renderer"],
      ["blink.mojom.Frame message (hash=77)", "mojo", "220", "10", "CrRendererMain", "Renderer"],
      ["Looper.queue", "other", "240", "5", "CrRendererMain", "Renderer"],
      ["OwnView.draw", "java", "250", "5", "CrRendererMain", "Renderer"],
      ["SingleThreadProxy::BeginMainFrame(java_views=Toolbar)", "ui_thread_begin_main_frame", "260", "20", "CrRendererMain", "Renderer"]]),
    ("chrome.tasks", "SELECT type, name, posted_from, ts FROM chrome_scheduler_tasks WHERE ts < 230",
     [["chrome_scheduler_tasks", "RunTask(posted_from=a.cc:Post)", "a.cc:Post", "200"],
      ["chrome_scheduler_tasks", "RunTask(posted_from=ipc/ipc_mojo_bootstrap.cc:Accept)", "ipc/ipc_mojo_bootstrap.cc:Accept", "220"]]),
    ("chrome.tasks", "SELECT filtered_name, is_software_screenshot, is_hardware_screenshot FROM chrome_java_views ORDER BY 1",
     [["OwnView", "0", "0"], ["Toolbar", "0", "0"]]),
    ("chrome.speedometer_3", "SELECT name, dur, iteration, suite_name, test_name, measure_type FROM chrome_speedometer_3_measure",
     [["NewsSite-Next.NavigateToUS-sync", "4000000", "0", "NewsSite-Next", "NavigateToUS", "sync"],
      ["Perf-Dashboard.Render-async", "9000000", "0", "Perf-Dashboard", "Render", "async"]]),
    ("chrome.speedometer_3", "SELECT ts, dur, name, iteration, geomean, score, chrome_speedometer_3_score() AS all_scores"
     " FROM chrome_speedometer_3_iteration", [["1000", "20000000", "iteration-0", "0", "6.000000", "166.666667", "166.666667"]]),
    ("chrome.speedometer_2_1", "SELECT name, ts, dur, iteration FROM chrome_speedometer_2_1_measure ORDER BY ts",
     [["Elm-TodoMVC.DeletingItems-sync", "30000000", "3000000", "1"], ["Elm-TodoMVC.DeletingItems-async", "33000000", "1000000", "1"]]),
    ("chrome.speedometer_2_1", "SELECT ts, dur, iteration, geomean, score, chrome_speedometer_2_1_score() AS all_scores, (SELECT tid"
     " FROM thread WHERE utid = chrome_speedometer_2_1_renderer_main_utid()) AS tid FROM chrome_speedometer_2_1_iteration",
     [["30000000", "4000000", "1", "4.000000", "5000.000000", "5000.000000", "11"]]),
]

# Files in TV_SAMPLES, each with a module, a query and the expected rows
SAMPLE_ROWS = [
    # Classes count as their own descendants; a class below two of the requested classes is found for both.
    ("perfetto/own-javaheap.pftrace", "android.memory.heap_graph.class_relationship",
     "WITH wanted AS (SELECT id FROM heap_graph_class WHERE name IN ('java.lang.ref.Reference', 'java.lang.ref.WeakReference'))"
     " SELECT d.ancestor_class_name, c.name FROM android_heap_graph_class_find_descendants!(wanted) d JOIN heap_graph_class c USING (id)"
     " ORDER BY 1, 2",
     [["java.lang.ref.Reference", "java.lang.ref.PhantomReference"], ["java.lang.ref.Reference", "java.lang.ref.Reference"],
      ["java.lang.ref.Reference", "java.lang.ref.SoftReference"], ["java.lang.ref.Reference", "java.lang.ref.WeakReference"],
      ["java.lang.ref.Reference", "sun.misc.Cleaner"], ["java.lang.ref.WeakReference", "java.lang.ref.WeakReference"]]),
    ("perfetto/irq.pftrace", "linux.irqs", "SELECT name, SUM(dur) AS dur, is_soft_irq FROM linux_irqs GROUP BY name ORDER BY 1",
     [["BLOCK", "800000", "1"], ["IRQ (resource1)", "1000000", "0"], ["IRQ (resource2)", "2000000", "0"],
      ["IRQ (resource3)", "7000000", "0"], ["TIMER", "6000000", "1"]]),
    # trace processor does not decode interrupts of logs.
    ("hitrace-api18.ftrace", "linux.irqs",
     "SELECT (SELECT COUNT(*) FROM linux_irqs) AS n, (SELECT COUNT(*) FROM kernel_slice WHERE category = 'irq') AS kernel",
     [["0", "507"]]),
    # Functions of the kernel in a trace without other events
    ("perfetto/more/funcgraph.pftrace", "time.conversion", "SELECT name, dur, depth FROM slice ORDER BY id",
     [["__handle_mm_fault", "3797", "0"], ["alloc_pages_vma", "1726", "1"]]),
    # An event without a name has no name, although the window has a label for it.
    ("perfetto/track-ordering.pftrace", "time.conversion", "SELECT COUNT(*) AS n, COUNT(name) AS named, MAX(name) AS name FROM slice",
     [["8", "1", "event1_on_t3"]]),
    # The parent of the first process is process 0, which lists no other children.
    ("perfetto/heap-graph.pftrace", "time.conversion", "SELECT upid, name, parent_upid FROM process ORDER BY upid",
     [["0", "[NULL]", "[NULL]"], ["1", "init", "0"], ["2", "system_server", "1"]]),
    # The first span of a thread whose first state is runnable begins with that state, although the waker is unknown.
    ("perfetto-sql/samples/docs-all.pftrace", "sched.thread_executing_span",
     "SELECT ts - trace_start() AS ts, dur, idle_dur, waker_id FROM _wakeup_graph"
     " WHERE utid = (SELECT utid FROM thread WHERE tid = 1000) ORDER BY ts LIMIT 1", [["2872130", "80360478", "[NULL]", "[NULL]"]]),
    # Stacks cover the critical path; only a thread that waits for another thread has levels of the path.
    ("perfetto/own-sched.pftrace", "sched.thread_executing_span_with_slice",
     "WITH roots AS (SELECT utid AS root FROM _wakeup_graph GROUP BY utid ORDER BY COUNT(*) DESC LIMIT 4)"
     " SELECT SUM((SELECT SUM(dur) FROM _thread_executing_span_critical_path(root, trace_start(), trace_dur()))) ="
     " SUM((SELECT SUM(dur) FROM _thread_executing_span_critical_path_stack(root, trace_start(), trace_dur())"
     " WHERE stack_depth = 0)) AS same, SUM((SELECT COUNT(*) FROM"
     " _thread_executing_span_critical_path_stack(root, trace_start(), trace_dur()) s JOIN thread_state t ON t.id = s.id"
     " WHERE s.name GLOB 'blocking thread_state:*' AND (s.utid = root OR t.utid != s.utid OR t.ts > s.ts"
     " OR t.ts + t.dur < s.ts + s.dur OR s.name != 'blocking thread_state: ' || t.state))) AS wrong,"
     " SUM((SELECT COUNT(*) FROM _thread_executing_span_critical_path_stack(root, trace_start(), trace_dur())"
     " WHERE name GLOB 'blocking thread_state:*')) > 10 AS waits, SUM((SELECT COUNT(*) - COUNT(DISTINCT stack_depth || '-' || ts) FROM"
     " _thread_executing_span_critical_path_stack(root, trace_start(), trace_dur()))) AS twice,"
     " SUM((SELECT pprof IS NULL FROM _thread_executing_span_critical_path_graph('x', root, trace_start(), trace_dur()))) AS none"
     " FROM roots", [["1", "0", "1", "0", "0"]]),
    ("perfetto/own-sched.pftrace", "viz.threads",
     "SELECT (SELECT COUNT(*) FROM thread) - COUNT(*) AS missing, SUM(is_kernel_thread) = (SELECT COUNT(*) FROM linux_kernel_threads)"
     " AS same, SUM(is_kernel_thread) > 0 AS has_any FROM _threads_with_kernel_flag", [["0", "1", "1"]]),
    ("perfetto/track-flows.pftrace", "slices.flow",
     "WITH RECURSIVE reached(root, id) AS (SELECT slice_out, slice_out FROM flow UNION"
     " SELECT r.root, f.slice_in FROM reached r JOIN flow f ON f.slice_out = r.id),"
     " found AS (SELECT DISTINCT root_node_id, node_id FROM _slice_following_flow!(slice))"
     " SELECT (SELECT COUNT(*) FROM found) = COUNT(*) AS same, SUM((root, id) NOT IN found) AS missing, COUNT(*) > 4 AS any FROM reached",
     [["1", "0", "1"]]),
    ("perfetto/more/entity-state.pftrace", "android.entity_state_residency",
     "SELECT ts, dur, entity_name, state_name, state_time_since_boot, state_time_since_boot_at_end, state_time_ratio"
     " FROM android_entity_state_residency",
     [["1", "1", "Bluetooth", "Idle", "1000000000", "3000000000", "2000000000.000000"],
      ["2", "0", "Bluetooth", "Idle", "3000000000", "[NULL]", "[NULL]"],
      ["1", "1", "Bluetooth", "Active", "2000000000", "4000000000", "2000000000.000000"],
      ["2", "0", "Bluetooth", "Active", "4000000000", "[NULL]", "[NULL]"],
      ["1", "1", "PCIe-Modem", "UP", "10000000000", "30000000000", "20000000000.000000"],
      ["2", "0", "PCIe-Modem", "UP", "30000000000", "[NULL]", "[NULL]"],
      ["1", "1", "PCIe-Modem", "DOWN", "20000000000", "40000000000", "20000000000.000000"],
      ["2", "0", "PCIe-Modem", "DOWN", "40000000000", "[NULL]", "[NULL]"]]),
    ("perfetto-sql/samples/docs-all.pftrace", "android.monitor_contention",
     "SELECT instr(CAST(pprof AS TEXT), 'm.example.myapp:com.example.Ui.show') > 0 AS waits,"
     " instr(CAST(pprof AS TEXT), 'Worker:com.example.Db.write') > 0 AS holds,"
     " (SELECT pprof IS NULL FROM android_monitor_contention_graph(0)) AS other FROM android_monitor_contention_graph(3)",
     [["1", "1", "1"]]),
    # Each sample has one value of each counter. Values grow by the weights of the samples.
    ("perfetto/own-profile.pftrace", "linux.perf.counters",
     "SELECT name, is_timebase, SUM(n) = (SELECT COUNT(*) FROM perf_sample) AS n, SUM(last) ="
     " (SELECT SUM(weight) FROM perf_sample_weight WHERE event = name) AS same, SUM(found) = SUM(n) AS found FROM"
     " (SELECT t.name, t.is_timebase, COUNT(*) AS n, MAX(c.counter_value) AS last,"
     " SUM(linux_perf_counter_for_sample(c.sample_id, t.name) = c.counter_value) AS found"
     " FROM linux_perf_sample_with_counters c JOIN perf_counter_track t ON t.id = c.track_id GROUP BY t.id) GROUP BY name ORDER BY 1",
     [["cpu-clock", "1", "1", "1", "1"], ["instructions", "0", "1", "1", "1"]]),
    ("perfetto/own-profile.pftrace", "time.conversion",
     "SELECT COUNT(*) = (SELECT COUNT(*) FROM stack_sample_counter) AS n, COUNT(DISTINCT t.cpu) > 1 AS cpus"
     " FROM counter c JOIN stack_sample_counter_track t ON t.id = c.track_id JOIN stack_sample_session s ON s.id = t.session_id",
     [["1", "1"]]),
    ("perfetto/gpu-counters.pftrace", "time.conversion", "SELECT t.name, t.type, t.unit, t.ugpu, t.gpu_id, COUNT(*) AS n"
     " FROM counter c JOIN gpu_counter_track t ON t.id = c.track_id GROUP BY t.id ORDER BY t.name LIMIT 3",
     [["Bytes Only", "gpu_counter", "bytes", "0", "0", "2"], ["Fragment / Second", "gpu_counter", "[NULL]", "0", "0", "3"],
      ["Frequency", "gpu_counter", "Hz", "0", "0", "2"]]),
    ("perfetto/gpu-stages.pftrace", "time.conversion", "SELECT COUNT(*) > 5 AS many, SUM(id < last) AS unordered FROM"
     " (SELECT id, LAG(id) OVER () AS last FROM gpu_slice)", [["1", "0"]]),
    ("perfetto-sql/samples/docs-all.pftrace", "time.conversion", "SELECT * FROM android_game_intervention_list",
     [["0", "com.example.game", "12000", "2", "1", "1.000000", "0", "60.000000", "1", "0.700000", "1", "90.000000",
       "0", "[NULL]", "[NULL]", "[NULL]"]]),
    ("perfetto-sql/samples/docs-all.pftrace", "time.conversion",
     "SELECT COUNT(*) AS n FROM metadata WHERE name GLOB 'game*'", [["0"]]),
    ("perfetto/own-sched.pftrace", "std.traceinfo.trace", "SELECT * FROM _metadata_by_trace",
     [["0", "own", "000008fb-8fd9-85eb-ffff-f4c58c31d00e", "proto", "86508", "[NULL]", "Linux"]]),
    ("perfetto/own-profile.pftrace", "time.conversion", "SELECT (SELECT SUM(depth) FROM stack_profile_callsite) = COUNT(*) AS same,"
     " COUNT(*) > 100 AS many FROM stack_profile_callsite c JOIN experimental_ancestor_stack_profile_callsite(c.id)", [["1", "1"]]),
    # Buckets divide the memory intervals of processes, but omit none.
    ("perfetto/own-misc.pftrace", "android.memory.memory_breakdown",
     "SELECT COUNT(*) AS n, (SELECT COUNT(*) FROM counter c JOIN process_counter_track t ON t.id = c.track_id WHERE t.name IN"
     " ('mem.rss.anon', 'mem.rss.file', 'mem.rss.shmem', 'mem.swap')) AS counters, SUM(value) = SUM(zygote_adjusted_value) AS same,"
     " SUM(dur) = (SELECT SUM(dur) FROM android_process_memory_intervals_by_oom_bucket) AS complete FROM android_process_memory_intervals",
     [["12", "12", "1", "1"]]),
    # Marks of OpenHarmony have tags, which are part of the name in Perfetto's tables.
    ("hitrace-api18.ftrace", "time.conversion",
     "SELECT t.type, t.name, MIN(s.name) AS first, MAX(s.name) AS last FROM slice s JOIN process_track t ON s.track_id = t.id GROUP BY 1, 2"
     " UNION ALL SELECT type, name, NULL, NULL FROM process_counter_track",
     [["atrace_async_slice", "H:HttpRequest", "H:HttpRequest", "H:HttpRequest"], ["atrace_counter", "H:queue depth", "[NULL]", "[NULL]"]]),
    # Counters of the same type differ in their dimensions.
    ("perfetto/own-misc.pftrace", "time.conversion",
     "SELECT t.type, t.unit, a.key, COUNT(*) AS n, MIN(a.display_value) AS value FROM counter_track t"
     " LEFT JOIN args a ON t.dimension_arg_set_id = a.arg_set_id WHERE t.type IN ('battery_counter', 'buddyinfo', 'diskstat',"
     " 'num_forks', 'process_memory', 'psi', 'thermal_temperature_sys') GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
     [["battery_counter", "[NULL]", "battery_name", "6", ""], ["battery_counter", "[NULL]", "counter_name", "6", "capacity_pct"],
      ["buddyinfo", "[NULL]", "buddyinfo_chunk_size_kb", "2", "4"], ["buddyinfo", "[NULL]", "buddyinfo_node", "2", "Node 0"],
      ["buddyinfo", "[NULL]", "buddyinfo_zone", "2", "DMA32"], ["diskstat", "MB", "counter_name", "3", "discard_amount"],
      ["diskstat", "MB", "device_name", "3", "sda"], ["diskstat", "MB/s", "counter_name", "3", "discard_throughput"],
      ["diskstat", "MB/s", "device_name", "3", "sda"], ["diskstat", "count", "counter_name", "1", "flush_amount"],
      ["diskstat", "count", "device_name", "1", "sda"], ["diskstat", "ms", "counter_name", "1", "flush_time"],
      ["diskstat", "ms", "device_name", "1", "sda"], ["num_forks", "[NULL]", "[NULL]", "1", "[NULL]"],
      ["process_memory", "[NULL]", "process_memory_key", "9", "rss"], ["process_memory", "[NULL]", "upid", "9", "3"],
      ["psi", "[NULL]", "psi_resource", "1", "cpu.some"], ["thermal_temperature_sys", "C", "thermal_zone", "1", "cpu-thermal"]]),
    ("perfetto/own-track.pftrace", "time.conversion", "SELECT DISTINCT type, unit FROM counter_track ORDER BY 1",
     [["process_counter_track_event", "bytes"], ["thread_counter_track_event", "ns"]]),
    ("perfetto/own-misc.pftrace", "time.conversion", "SELECT key_type, str_value FROM metadata WHERE name = 'trace_trigger'",
     [["multi", "stop-now"]]),
    # Frames have the arguments that their recording lacks.
    ("perfetto/own-misc.pftrace", "time.conversion",
     "SELECT a.key, MIN(a.string_value) AS text, ROUND(MAX(a.real_value), 3) AS most, COUNT(*) AS n"
     " FROM actual_frame_timeline_slice JOIN args a USING (arg_set_id)"
     " WHERE a.key GLOB '*)' OR a.key = 'Is Buffer?' GROUP BY 1 ORDER BY 1",
     [["Is Buffer?", "Yes", "[NULL]", "60"], ["Jank Metadata (debugging only)", "[NULL]", "0.000000", "120"],
      ["Jank tag (experimental)", "Unspecified", "[NULL]", "120"], ["Jank type (experimental)", "Unspecified", "[NULL]", "120"],
      ["Present Delay (ms)", "[NULL]", "8.686000", "120"], ["Present type (experimental)", "Unspecified Present", "[NULL]", "120"],
      ["Vsync Resynced Jitter (ms)", "[NULL]", "0.000000", "60"]]),
    # A user journey lasts from the expected start of its first frame to the end of its last one.
    ("perfetto/more/cuj.pftrace", "android.cujs.base",
     "SELECT cuj_name, ts, ts_end, layer_id, begin_vsync, end_vsync, layer_name"
     " FROM android_jank_cuj LEFT JOIN android_jank_cuj_layer_name USING (cuj_id)",
     [["FIRST_CUJ", "0", "123000000", "0", "10", "90", "TX - NotificationShade#0"],
      ["SHADE_ROW_EXPAND", "0", "715000000", "0", "10", "160", "TX - NotificationShade#0"]]),
]

# Tables of the files NAME.tsv next to the samples, which contain the rows of trace processor: a query with their columns
PID = "(SELECT pid FROM process p WHERE p.upid = {})"
TID = "(SELECT tid FROM thread t WHERE t.utid = {})"
TRUE_ROWS = {
    "process": f"SELECT pid, name, cmdline, uid, {PID.format('x.parent_upid')}, start_ts, end_ts FROM process x WHERE upid != 0",
    "thread": f"SELECT tid, {PID.format('x.upid')}, name, is_main_thread, start_ts, end_ts FROM thread x WHERE utid != 0",
    "sched": f"SELECT ts, dur, cpu, {TID.format('x.utid')}, end_state, priority FROM sched x",
    "thread_state": f"SELECT ts, dur, {TID.format('x.utid')}, state, cpu, io_wait, blocked_function, {TID.format('x.waker_utid')},"
                    " irq_context FROM thread_state x",
    "ftrace_event": f"SELECT ts, cpu, {TID.format('x.utid')}, name FROM ftrace_event x",
    "ftrace_event args": f"SELECT ts, cpu, {TID.format('x.utid')}, name, (SELECT group_concat(key || '=' || display_value, '; ')"
                         " FROM (SELECT key, display_value FROM args a WHERE a.arg_set_id = x.arg_set_id ORDER BY key, id))"
                         " FROM ftrace_event x",
}
TRUE_FILES = {
    "process": ["own-sched", "own-sched-old", "own-misc", "own-track", "track-flows", "rss-mm-id", "more/rss-exit",
                "more/process-runtime", "more/thread-print-reuse"],
    "thread": ["own-sched", "own-sched-old", "own-misc", "own-track", "track-flows", "more/rss-exit"],
    "sched": ["own-sched", "sched-synth", "process-tracking", "more/startup", "more/startup-slow", "more/cuj"],
    "thread_state": ["own-sched", "sched-synth", "sched-blocked", "process-tracking", "rss-mm-id", "more/startup",
                     "more/startup-slow", "more/cuj", "more/newtask-waker", "more/rss-reuse"],
    "ftrace_event": ["sched-synth", "sched-blocked", "process-tracking", "more/startup", "more/cuj"],
    "ftrace_event args": ["sched-synth", "sched-blocked", "sched-compact-crop", "process-tracking", "binder", "irq", "suspend",
                          "rss-mm-id", "more/oom", "more/wakesource", "more/gpu-mem", "more/idle", "more/syscall",
                          "more/netperf", "more/process-short"],
}

# Tables without ids: of a thread, of a module, of archives, and one that has fewer columns in SQL
NO_IDS = {"critical_path", "critical_path_use", "thread_slice", "process_slice", "bundle_member", "bundle_hit", "incident",
          "android_logs"}
# Columns with ids: id column, column with the expected value, joined table, and its key and value columns
IDS = [("utid", "tid", "thread", "utid", "tid"), ("waker_utid", "waker_tid", "thread", "utid", "tid"),
       ("owner_utid", "owner_tid", "thread", "utid", "tid"), ("client_utid", "client_tid", "thread", "utid", "tid"),
       ("server_utid", "server_tid", "thread", "utid", "tid"), ("upid", "pid", "process", "upid", "pid")]
# Columns with ids whose meaning depends on the table: name of the table, then as in IDS. Names in our lists are
# compared with the names of our slices, because Perfetto does not separate tags from names.
IDS_OF_TABLES = [("occurrence", "slice_id", "ts", "slice", "id", "ts"),
                 ("gc_event", "slice_id", "ts", "slice", "id", "ts"), ("lock_contention", "slice_id", "ts", "slice", "id", "ts"),
                 ("app_start_slice", "slice_id", "name", "__tv_slice", "id", "name"),
                 ("slice_use", "longest_id", "name", "__tv_slice", "id", "name"),
                 ("binder_transaction", "binder_txn_id", "client_ts", "slice", "id", "ts"),
                 ("binder_transaction", "binder_reply_id", "server_ts", "slice", "id", "ts"),
                 ("wakeup_graph", "thread_state_id", "ts", "thread_state", "id", "ts"),
                 ("wakeup_graph", "thread_state_id", "utid", "thread_state", "id", "utid"),
                 ("app_start_breakdown", "thread_state_id", "state", "thread_state", "id", "state"),
                 ("counter_use", "track_id", "samples", "(SELECT track_id, COUNT(*) AS n FROM counter GROUP BY 1)", "track_id", "n"),
                 ("finding_evidence", "iif(x.\"table\" = 'slice', x.id)", "ts", "slice", "id", "ts"),
                 ("finding_evidence", "iif(x.\"table\" = 'thread_state', x.id)", "ts", "thread_state", "id", "ts"),
                 ("finding", "iif(x.evidence_table = 'sched_slice', x.evidence_id)", "utid", "sched_slice", "id", "utid")]


def make_marks(marks, names):
    """Returns the lines of a log with atrace events, each (pid, tid, time in ms, event)."""
    lines = ["# tracer: nop", "#"]
    for pid, tid, ms, mark in marks:
        lines.append(f" {names[tid]}-{tid} ({pid:5d}) [000] .... {ms / 1000:.6f}: tracing_mark_write: {mark}")
    return lines


def make_system_log():
    """Returns a log with events of the system server about wakeups of the device and the start of an app."""
    marks = [(200, 200, 1, "C|200|Sent|1"),
             (500, 500, 20, "N|500|suspend_backoff|bad new short 2 500"),
             (500, 500, 21, "N|500|wakeup_reason|1700 170 mbox:440 wlan_wake"), (500, 500, 22, "N|500|wakeup_attribution|1700 WLAN"),
             (500, 500, 30, "N|500|suspend_backoff|good"),
             (500, 500, 31, "N|500|wakeup_reason|1800 Abort: Pending Wakeup Sources: a_wake b_wake"),
             (500, 500, 33, "N|500|wakeup_reason|1900 Abort: Device x: error -16"),
             (500, 500, 34, "G|500|BroadcastQueue.mRunning[2]|1f 200:com.android.shop/u0a7 running|9"),
             (500, 501, 35, "G|500|BroadcastQueue.mRunning[2]|2e android.intent.action.TIME_TICK/u-1 scheduled|9"),
             (500, 500, 36, "H|500|BroadcastQueue.mRunning[2]|9"), (500, 500, 37, "H|500|BroadcastQueue.mRunning[2]|9"),
             (500, 500, 40, "S|500|launching: com.android.shop|3"), (500, 500, 45, "F|500|launching: com.android.shop|3")]
    return "\n".join(make_marks(sorted(marks, key=lambda mark: mark[2]), {200: "com.android.shop", 500: "system_server", 501: "Binder"})) + "\n"


def make_module_log():
    """Returns a log with slices of a window (200) and of the input dispatcher (100, with thread 101), and kernel events."""
    marks = [(100, 101, 10, "B|100|sendMessage(inputChannel=3f2 com.shop/.Main (server), seq=0x6fd, type=0x1)"), (100, 101, 10.5, "E|100"),
             (200, 200, 11, "B|200|receiveMessage(inputChannel=3f2 com.shop/.Main (client), seq=0x6fd, type=0x1)"), (200, 200, 11.5, "E|200"),
             (200, 200, 16, "B|200|sendMessage(inputChannel=3f2 com.shop/.Main (client), seq=0x6fd, type=0x2)"), (200, 200, 16.5, "E|200"),
             (100, 101, 18, "B|100|receiveMessage(inputChannel=3f2 com.shop/.Main (server), seq=0x6fd, type=0x2)"), (100, 101, 18.5, "E|100"),
             (200, 200, 20, "S|200|J<OPEN>|1"), (200, 200, 21, "I|200|J<OPEN>#UIThread"), (200, 200, 22, "I|200|J<OPEN>#FT#layerId#7"),
             (200, 200, 23, "I|200|J<OPEN>#FT#beginVsync#40"), (200, 200, 28, "I|200|J<OPEN>#FT#endVsync#44"),
             (200, 200, 29, "I|200|J<OPEN>#FT#end#0"), (200, 200, 30, "F|200|J<OPEN>|1"),
             (200, 200, 40, "C|200|Bitmap Memory|4096"), (200, 200, 41, "C|200|Bitmap Count|2"),
             (200, 200, 42, "C|200|Bitmap Memory|8192"), (200, 200, 45, "C|200|Bitmap Count|3"), (200, 200, 50, "C|200|Bitmap Count|4"),
             (200, 201, 51, "B|200|DrawFrames 40"), (200, 201, 52, "E|200"),
             (200, 200, 63, "B|200|layout"), (200, 200, 65, "E|200"), (200, 202, 63.5, "B|200|inflate"), (200, 202, 64.5, "E|200"),
             (200, 201, 66, "B|200|CreateGraphicsPipeline"), (200, 201, 69, "E|200"),
             (200, 200, 60, "S|200|J<CLOSE>|2"), (200, 200, 61, "N|200|J<CLOSE>|FT#layerId#9"), (200, 200, 62, "N|200|J<CLOSE>|FT#beginVsync#50"),
             (200, 200, 67, "N|200|J<CLOSE>|FT#end#0"), (200, 200, 68, "F|200|J<CLOSE>|2"),
             (200, 200, 70, "S|200|J<DROPPED>|3"), (200, 200, 71, "N|200|J<DROPPED>|FT#cancel#0"), (200, 200, 79, "F|200|J<DROPPED>|3"),
             (200, 200, 80, "S|200|J<SHORT>|4"), (200, 200, 82, "F|200|J<SHORT>|4"),
             (200, 200, 64, "N|200|J<CLOSE>|FT#MissedHWUICallback#50"), (200, 200, 24, "C|200|J<OPEN>#missedFrames|3"),
             (200, 200, 30, "C|200|J<OPEN>#missedFrames|5"), (200, 200, 84, "S|200|L<UNLOCK>|5"), (200, 200, 86, "F|200|L<UNLOCK>|5")]
    lines = make_marks(sorted(marks, key=lambda mark: mark[2]),
                       {101: "InputDispatcher", 200: "com.android.shop", 201: "RenderThread", 202: "worker"})
    for seconds, frequency in ((0.088, 421000), (0.09, 1703000)):
        lines.append(f" kworker-7 (    7) [000] .... {seconds:.6f}: devfreq_frequency: dev_name=17000010.devfreq_dsu"
                     f" freq={frequency} prev_freq=1 polling=0")
    for ms, event in ((100, "irq_handler_entry: irq=30 name=eth0"), (100.1, "irq_handler_exit: irq=30 ret=handled"),
                      (101, "softirq_entry: vec=6 [action=TASKLET]"), (101.1, "softirq_exit: vec=6 [action=TASKLET]"),
                      (102, "suspend_resume: suspend_enter[3] begin"), (103, "suspend_resume: suspend_enter[3] end"),
                      (104, "rss_stat: mm_id=7 curr=1 type=MM_ANONPAGES size=4096B"),
                      (105, "binder_transaction: transaction=5 dest_node=77 dest_proc=100 dest_thread=0 reply=0 flags=0x10 code=0x3"),
                      (106, "cpu_frequency_limits: min=300000 max=1800000 cpu_id=2"),
                      (90.1, "f2fs_iostat: dev=5 app_rio=10"), (91.1, "f2fs_iostat: dev=5 app_rio=20"),
                      (91.2, "f2fs_iostat_latency: dev=5 n_wr_s_peak=7"), (91.3, "f2fs_write_end: dev=5 ino=77 pos=0 len=200 copied=200"),
                      (91.4, "f2fs_write_end: dev=5 ino=77 pos=200 len=200 copied=100")):
        lines.append(f" kworker-7 (    7) [000] .... {ms / 1000:.6f}: {event}")
    return "\n".join(lines) + "\n"


def encode(*fields):
    """Encodes fields of a Protocol Buffer, each a number and a value: an integer, a text or bytes."""
    def varint(value):
        out, value = bytearray(), value & 0xFFFFFFFFFFFFFFFF
        while value > 127:
            out.append(value & 127 | 128)
            value >>= 7
        return bytes([*out, value])

    parts = []
    for number, value in fields:
        if isinstance(value, int):
            parts.append(varint(number << 3) + varint(value))
        else:
            data = value.encode("utf-8") if isinstance(value, str) else value
            parts.append(varint(number << 3 | 2) + varint(len(data)) + data)
    return b"".join(parts)


def make_chrome_trace():
    """Returns a Perfetto trace of Chrome with slices of the main thread of a renderer."""
    slices = [(100, 0, "HistogramSample", "disabled-by-default-histogram_samples", (28, encode((2, "Own.Name"), (3, 5)))),
              (101, 0, "HistogramSample", "disabled-by-default-histogram_samples", (28, encode((4, 1), (3, -7)))),
              (200, 10, TASK, "toplevel", (5, encode((1, 1)))), (220, 10, TASK, "toplevel", (5, encode((1, 2)))),
              (221, 5, "Receive mojo message", "toplevel", (38, encode((2, 77), (3, "blink.mojom.Frame")))),
              (240, 5, "Looper.queue", "toplevel", None), (250, 5, "OwnView.draw", "Java", None),
              (260, 20, TASK, "toplevel", (5, encode((1, 3)))), (261, 15, "CoordinatorLayout.onMeasure", "Java", None),
              (262, 10, "Toolbar.onMeasure", "Java", None), (263, 5, "Inner.onMeasure", "Java", None),
              (1000, 20000000, "iteration-0", "blink.user_timing", None),
              (2000, 4000000, "NewsSite-Next.NavigateToUS-sync", "blink.user_timing", None),
              (5000000, 9000000, "Perf-Dashboard.Render-async", "blink.user_timing", None),
              *((ts, 0, f"Elm-TodoMVC.DeletingItems-{mark}", "blink.user_timing", None)
                for ts, mark in ((30000000, "start"), (33000000, "sync-end"), (34000000, "async-end"), (35000000, "start")))]
    interned = encode((25, encode((1, 1), (2, "Interned.Name"))),
                      *((5, encode((1, iid), (2, name))) for iid, name in
                        ((1, "Post"), (2, "Accept"), (3, "ScheduledActionSendBeginMainFrame"))),
                      *((4, encode((1, iid), (2, file), (3, function))) for iid, file, function in
                        ((1, "a.cc", "Post"), (2, "ipc/ipc_mojo_bootstrap.cc", "Accept"),
                         (3, "cc/trees/single_thread_proxy.cc", "ScheduledActionSendBeginMainFrame"))))
    packets = [encode((10, 1), (13, 1), (12, interned), (60, encode((1, 5), (3, encode((1, 10), (6, "Renderer")))))),
               encode((10, 1), (60, encode((1, 6), (5, 5), (4, encode((1, 10), (2, 11), (5, "CrRendererMain"))))))]
    marks = []
    for order, (ts, dur, name, category, field) in enumerate(slices):
        event = [(11, 6), (22, category), (23, name), *([field] if field else [])]
        marks.append((ts, 1, order, encode((9, 1 if dur else 3), *event)))
        if dur:
            marks.append((ts + dur, 0, -order, encode((9, 2), (11, 6))))
    packets += [encode((10, 1), (8, ts), (11, event)) for ts, _, _, event in sorted(marks)]
    return encode(*((1, packet) for packet in packets))


class Checker:
    def __init__(self, tracedump, samples, folder):
        self.tracedump = tracedump
        self.samples = pathlib.Path(samples)
        self.folder = pathlib.Path(folder)
        self.columns = {}

    def run(self, *arguments):
        process = subprocess.run([self.tracedump, "query", "--format", "tsv", *map(str, arguments)], capture_output=True,
                                 env={**os.environ, "LC_ALL": "C.UTF-8"}, timeout=300)
        return (process.stdout.decode("utf-8", "replace"),
                process.stderr.decode("utf-8", "replace").strip() if process.returncode else None)

    def check_own(self, number):
        query, want = OWN[number]
        out, error = self.run(self.samples / "device.ftrace", query)
        if isinstance(want, str):
            fine = error is not None and want in error
        else:
            fine = error is None and split_results(out) == [want]
        return [(f"own {number}: {' '.join(query.split())[:50]}", [] if fine else [f"found {error or out!r}", f"wanted {want}"])]

    def check_sum(self, number, name):
        table, ours, theirs, _ = SUMS[number]
        out, error = self.run(self.samples / name, f"{ours}; {theirs}")
        results = split_results(out)
        fine = error is None and len(results) == 2 and results[0] == results[1]
        return [(f"sums of {table} in {name}", [] if fine else [f"found {str(error or results)[:500]}"])]

    def tables(self):
        """Returns the columns of each table that has ids."""
        if not self.columns:
            names = [name for name in self.list_tables() if name not in NO_IDS]
            out, _ = self.run(self.samples / "device.ftrace", ";".join(f'SELECT * FROM "{name}" LIMIT 0' for name in names))
            self.columns = {name: result[0] for name, result in zip(names, split_results(out), strict=True)}
        return self.columns

    def list_tables(self):
        run = subprocess.run([self.tracedump, "tables"], capture_output=True, check=True, encoding="utf-8")
        return [line.split()[0] for line in run.stdout.splitlines()]

    def check_tables(self, path):
        """Compares the rows of `tracedump table` with the rows of SQL queries. The SQL columns must come first."""
        names = self.list_tables()
        names = names[:names.index("recording") + 1]
        query = subprocess.run([self.tracedump, "query", "--format", "json", path, "INCLUDE PERFETTO MODULE slices.with_context;"
                                + ";".join(f"SELECT * FROM {name}" for name in names)], capture_output=True, check=True)
        problems, n_rows = [], 0
        for name, wanted in zip(names, json.loads(query.stdout), strict=True):
            run = subprocess.run([self.tracedump, "table", name, path, "--format", "json"], capture_output=True, check=True)
            rows = json.loads(run.stdout)
            if name == "stats":
                wanted = [row for row in wanted if row["value"] != 0]
            found = [dict(list(row.items())[:len(want)]) for row, want in zip(rows, wanted)]
            n_rows += len(wanted)
            if len(rows) != len(wanted) or found != wanted:
                problems.append(f"{name}: {len(rows)} rows, {len(wanted)} in SQL")
        return [(f"tables of {path.name}", problems if n_rows > 100 else [*problems, f"{n_rows} rows"])]

    def check_ids(self, path, n_joins):
        """Compares the ids in all tables with the ids in Perfetto's tables."""
        joins = list(IDS_OF_TABLES)
        for table, columns in self.tables().items():
            joins += [(table, *join) for join in IDS if join[0] in columns and join[1] in columns]
        out, error = self.run(path, " UNION ALL ".join(
            f"SELECT '{i} {table}.{same}' AS ids, COUNT(*) AS n, SUM(x.\"{same}\" IS NOT t.\"{other}\") AS wrong"
            f" FROM {table} x JOIN {other_table} t ON {f'x.{column}' if column.isidentifier() else column} = t.{key}"
            for i, (table, column, same, other_table, key, other) in enumerate(joins)))
        if error is not None:
            return [(f"ids in {path.name}", [error])]
        rows = split_results(out)[0][1:]
        joined = [row for row in rows if int(row[1]) > 0]
        return [(f"ids in {path.name}", [str(row) for row in joined if row[2] != "0"]),
                (f"joins in {path.name}", [] if len(joined) >= n_joins else [str(joined)])]

    def check_modules(self):
        problems = []
        for path in sorted(MODULES.glob("*.sql")):
            if path.stem == "prelude":
                continue
            out, error = self.run(self.samples / "device.ftrace", f"INCLUDE PERFETTO MODULE {path.stem}")
            if error or out:
                problems.append(f"{path.stem}: {error or out}")
            if f"<code>{path.stem}</code>" not in MANUAL.read_text("utf-8"):
                problems.append(f"{path.stem} is not in the manual")
        return [("modules", problems)]

    def check_sample_module(self, number):
        name, module, query, want = SAMPLE_ROWS[number]
        out, error = self.run(tap_checks.REAL / name, f"INCLUDE PERFETTO MODULE {module}; {query}")
        rows = split_results(out)[0][1:] if error is None else error
        return [(f"rows of {module} in {name}", [] if rows == want else [f"found {rows}", f"wanted {want}"])]

    def check_heap_stats(self, path):
        """Checks sums of a heap dump. Objects that only weak, finalizer or phantom references reach do not count."""
        out, error = self.run(path, "SELECT id, self_size, native_size, root_type IS NOT NULL AS is_root FROM heap_graph_object;"
                              " SELECT r.owner_id, r.owned_id FROM heap_graph_reference r JOIN heap_graph_object o ON o.id = r.owner_id"
                              " JOIN heap_graph_class c ON c.id = o.type_id WHERE r.owned_id IS NOT NULL"
                              " AND NOT (r.field_name = 'java.lang.ref.Reference.referent' AND c.kind IN"
                              " ('KIND_WEAK_REFERENCE', 'KIND_FINALIZER_REFERENCE', 'KIND_PHANTOM_REFERENCE'));"
                              " INCLUDE PERFETTO MODULE android.memory.heap_graph.heap_graph_stats;"
                              " SELECT total_obj_count, total_heap_size, total_native_alloc_registry_size, reachable_obj_count,"
                              " reachable_heap_size, reachable_native_alloc_registry_size FROM android_heap_graph_stats")
        if error is not None:
            return [("heap stats", [error])]
        objects, references, stats = [[list(map(int, row)) for row in result[1:]] for result in split_results(out)]
        owned = collections.defaultdict(list)
        for owner, target in references:
            owned[owner].append(target)
        reached, queue = set(), [row[0] for row in objects if row[3]]
        while queue:
            node = queue.pop()
            if node not in reached:
                reached.add(node)
                queue += owned[node]
        want = []
        for rows in (objects, [row for row in objects if row[0] in reached]):
            want += [len(rows), sum(row[1] for row in rows), sum(row[2] for row in rows)]
        return [("heap stats", [] if stats == [want] and 0 < len(reached) < len(objects) else [f"found {stats}, not {want}"])]

    def check_class_tree(self, path):
        """Compares the class tree of a heap dump with the shortest paths from the roots. Consecutive objects of one class
        count as one step."""
        out, error = self.run(path, "SELECT o.id, c.name, o.self_size, o.native_size, ifnull(o.root_type, '') AS root_type"
                              " FROM heap_graph_object o JOIN heap_graph_class c ON c.id = o.type_id ORDER BY o.id;"
                              " INCLUDE PERFETTO MODULE android.memory.heap_graph.object_tree; SELECT owner_id, owned_id"
                              " FROM heap_graph_reference WHERE owned_id IS NOT NULL AND id NOT IN (SELECT id FROM _excluded_refs)"
                              " ORDER BY owned_id; WITH RECURSIVE paths(id, path) AS (SELECT id, root_type || '/' || name"
                              " FROM _heap_graph_class_tree WHERE parent_id IS NULL UNION ALL SELECT t.id, p.path || '/' || t.name"
                              " FROM paths p JOIN _heap_graph_class_tree t ON t.parent_id = p.id) SELECT path, SUM(self_count) AS n,"
                              " SUM(self_size) AS size FROM paths JOIN _heap_graph_class_tree USING (id) GROUP BY path;"
                              " SELECT id, cumulative_size FROM _heap_graph_object_tree_aggregation")
        if error is not None:
            return [("class tree", [error])]
        objects, references, nodes, sums = [result[1:] for result in split_results(out)]
        owned, facts = collections.defaultdict(list), {row[0]: row for row in objects}
        for owner, target in references:
            owned[owner].append(target)
        queue = [row[0] for row in objects if row[4]]
        steps, sizes = {node: ([facts[node][1]], facts[node][4]) for node in queue}, collections.Counter()
        above = dict.fromkeys(queue)
        for node in queue:
            for target in owned[node]:
                if target not in steps:
                    names, root = steps[node]
                    name = facts[target][1]
                    steps[target] = (names if names[-1] == name else [*names, name], root)
                    above[target] = node
                    queue.append(target)
        want = collections.defaultdict(lambda: [0, 0])
        for node in queue:
            (names, root), (_, name, size, native, _) = steps[node], facts[node]
            key = "/".join([root, *names])
            want[key][0] += 1
            want[key][1] += int(size)
            if native != "0":
                want[f"{key}/[native] {name}"][0] += 1
                want[f"{key}/[native] {name}"][1] += int(native)
            while node is not None:
                sizes[node] += int(size)
                node = above[node]
        found = {path: [int(n), int(size)] for path, n, size in nodes}
        return [("class tree", [] if found == want and len(found) == len(nodes) > 10 else
                 [f"{len(found)} nodes, not {len(want)}"]),
                ("sizes of objects below", [] if {node: int(size) for node, size in sums} == sizes else ["differ"])]

    def check_expert(self, path):
        sample, _, query = path.stem.rpartition(".")
        trace = next(folder / name for folder in FOLDERS for name in (f"{sample}.pftrace", sample) if (folder / name).is_file())
        out, error = self.run("--file", EXPERT / "queries" / f"{query}.sql", trace)
        want, found = split_results(path.read_text("utf-8"))[0], split_results(out)[0] if error is None else [[error]]
        rows = [sorted(part[1:]) for part in (want, found)]
        fine = want[0] == found[0] and len(rows[0]) == len(rows[1]) and all(
            len(a) == len(b) and all(map(is_same, a, b)) for a, b in zip(*rows))
        known = EXPERT_KNOWN.get(path.stem)
        extra, missing = ([row for row in a if row not in b][:2] for a, b in (rows[::-1], rows))
        if known is not None:
            return [(f"{path.stem}: {known}", ["gives the rows now: take it off the list"] if fine else [])]
        return [(f"expert {path.stem}", [] if fine else [f"found {found[0]} {extra}", f"wanted {want[0]} {missing}"])]

    def check_log_modules(self):
        """Checks modules whose events no sample contains, with a log that contains one event of each type."""
        answers = []
        for name, text, checks in (("modules", make_module_log(), MODULE_ROWS + KERNEL_ROWS),
                                   ("system", make_system_log(), SYSTEM_ROWS), ("chrome", make_chrome_trace(), CHROME_ROWS)):
            path = self.folder / f"{name}.trace"
            path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
            for module, query, want in checks:
                out, error = self.run(path, f"INCLUDE PERFETTO MODULE {module}; {query}")
                rows = split_results(out)[0][1:] if error is None else error
                answers.append((f"rows of {module}", [] if rows == want else [f"found {rows}", f"wanted {want}"]))
        return answers

    def check_profile(self, path):
        """Exports a profile of stacks, reads it again, and compares the samples of each depth with the table."""
        out, error = self.run(path, "SELECT hex(EXPERIMENTAL_PROFILE(CAT_STACKS('App', STACK_FROM_STACK_PROFILE_CALLSITE(callsite_id)),"
                              " 'samples', 'count', 1, 'double', 'count', 2)) AS profile FROM perf_sample WHERE callsite_id IS NOT NULL;"
                              "SELECT depth + 1 AS depth, COUNT(*) AS n FROM perf_sample s JOIN stack_profile_callsite c"
                              " ON c.id = s.callsite_id GROUP BY 1 ORDER BY 1")
        if error is not None:
            return [("profile", [error])]
        results = split_results(out)
        profile = self.folder / "profile.pb.gz"
        profile.write_bytes(gzip.compress(bytes.fromhex(results[0][1][0])))
        found = {}
        for kind, factor in (("samples", 1), ("double", 2)):
            run = subprocess.run([self.tracedump, "export", "--to", "folded", "--samples", kind, profile], capture_output=True,
                                 check=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"})
            depths = collections.Counter()
            for line in run.stdout.splitlines():
                stack, n = line.rsplit(" ", 1)
                frames = stack.split(";")
                depths[str(len(frames) - frames.index("App") - 1)] += int(n) // factor
            found[kind] = depths
        want = {row[0]: int(row[1]) for row in results[1][1:]}
        return [("profile", [] if len(want) > 3 and found["samples"] == want == found["double"] else [f"{found}", f"{want}"])]

    def check_formats(self):
        path = self.samples / "device.ftrace"
        query = "SELECT 'a\"b' || char(10) AS t, 1.5 AS d, NULL AS n"
        found = {}
        for form in ("csv", "json"):
            process = subprocess.run([self.tracedump, "query", "-f", form, path, query], capture_output=True, check=True)
            found[form] = process.stdout.decode("utf-8")
        problems = []
        if list(csv.reader(io.StringIO(found["csv"]))) != [["t", "d", "n"], ['a"b\n', "1.5", ""]]:
            problems.append(found["csv"])
        if json.loads(found["json"]) != [[{"t": 'a"b\n', "d": 1.5, "n": None}]]:
            problems.append(found["json"])
        return [("csv and json", problems)]

    def check_limits(self):
        endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c"
        large = "SELECT LENGTH(hex(zeroblob(200000000)))"
        answers = []
        for name, options, query, want in (("timeout", ["--timeout", "0.2"], endless, "took longer than 0.2 s"),
                                           ("memory", ["--memory", "20"], large, "memory limit")):
            _, error = self.run(*options, self.samples / "device.ftrace", query)
            answers.append((name, [] if error and want in error else [f"found {error}"]))
        return answers

    def check_union(self):
        files = [self.samples / "device.ftrace", self.samples / "reader.trace"]
        out, error = self.run("--union", "--jobs", 2, *files, "SELECT COUNT(*) > 0 AS some FROM slice")
        want = [["file", "some"]] + [[str(path), "1"] for path in files]
        rows = [line.split("\t") for line in out.strip().split("\n")]
        answers = [("union", [] if error is None and rows == want else [f"found {error or rows}"])]
        # The results of the other files are complete even if the first query fails.
        for name, options, decode in (("union", ["--union", "--format", "csv"], lambda out: list(csv.reader(out.splitlines()))),
                                      ("json", ["--format", "json"], json.loads)):
            query = [self.tracedump, "query", *options, self.samples / "absent.trace", files[1], "SELECT 1 AS one"]
            ran = subprocess.run([str(word) for word in query], capture_output=True, text=True, check=False)
            found = (ran.returncode, decode(ran.stdout))
            want = (1, [["file", "one"], [str(files[1]), "1"]] if name == "union" else [[{"one": 1}]])
            answers.append((f"first file absent, {name}", [] if found == want else [f"found {found}, not {want}"]))
        return answers

    def check_true_rows(self, table, name):
        folder = tap_checks.REAL / "perfetto"
        lines = (folder / f"{name}.tsv").read_text("utf-8").splitlines()
        out, error = self.run(folder / f"{name}.pftrace", TRUE_ROWS[table])
        found = collections.Counter(tuple(line.replace("[NULL]", "").split("\t")) for line in out.strip("\n").split("\n")[1:])
        n_columns = len(next(iter(found), ()))
        want = collections.Counter(tuple((*line.split("\t")[1:], "")[:n_columns]) for line in lines
                                   if line.startswith(table.partition(" ")[0] + "\t"))
        problems = [str(error)] if error is not None else [f"{table}: found {list(found - want)[:3]}, not {list(want - found)[:3]}"]
        return [(f"rows of {table} in {name}", [] if error is None and want and found == want else problems)]

    def find(self, name):
        path = next((place / name for place in PLACES if (place / name).exists()), None)
        if path is None or path.suffix != ".xz":
            return path
        unpacked = self.folder / path.stem
        unpacked.write_bytes(lzma.decompress(path.read_bytes()))
        return unpacked

    def compare(self, row, out, error):
        expected = (QUERIES / (row["query"] + ".expected")).read_text("utf-8")
        want, found = split_results(expected), split_results(out)
        if ("ERROR\t" in expected) != (error is not None):
            return f"error: {error}"
        if len(want) != len(found):
            return f"{len(found)} results, not {len(want)}"
        hidden = set(row["numbers of rows shown"].split())
        for a, b in zip(want, found):
            if a[0] != b[0] or len(a) != len(b):
                return f"{b[0]}, {len(b)} lines, not {a[0]}, {len(a)} lines"
            hide = [name in hidden for name in a[0]]

            def key(cells):
                return [("" if h else cell) for cell, h in zip(cells, hide)]

            rows = [a[1:], b[1:]]
            if row["order"] == "any":
                rows = [sorted(part, key=key) for part in rows]
            for x, y in zip(*rows):
                # In these files, a tab replaces each "," in a string.
                y = "\t".join(y).replace('","', "\t").split("\t")
                if len(x) != len(y) or any(((p == "[NULL]") != (q == "[NULL]")) if h else not is_same(p, q)
                                           for p, q, h in zip(x, y, hide)):
                    return f"{y}, not {x}"
        return None

    def check_query(self, row):
        name = row["query"]
        trace = self.find((QUERIES / (name + ".trace")).read_text("utf-8").strip())
        out, error = self.run("--file", QUERIES / (name + ".sql"), trace)
        problem = self.compare(row, out, error)
        known = query_exceptions.KNOWN.get(name)
        if known is not None:
            return [(f"{name}: {known}", [] if problem else ["gives the rows now: take it off the list"])]
        return [(name, [problem] if problem else [])]


def jobs(samples):
    for number in range(len(OWN)):
        yield ("check_own", number)
    for number in range(len(SUMS)):
        for name in SUMS[number][3]:
            yield ("check_sum", number, name)
    for name, n_joins in (("device.ftrace", 18), ("shop-start.trace", 5), ("boot-v2.trace", 5)):
        yield ("check_ids", pathlib.Path(samples) / name, n_joins)
    for name, n_joins in (("perfetto-sql/samples/docs-all.pftrace", 25), ("perfetto/binder.pftrace", 8),
                          ("hitrace-old.ftrace", 10), ("openharmony-device.ftrace", 6)):
        if (tap_checks.REAL / name).exists():
            yield ("check_ids", tap_checks.REAL / name, n_joins)
    yield ("check_tables", pathlib.Path(samples) / "device.ftrace")
    for name in ("own-sched", "own-profile", "own-javaheap"):
        if (tap_checks.REAL / "perfetto" / f"{name}.pftrace").exists():
            yield ("check_tables", tap_checks.REAL / "perfetto" / f"{name}.pftrace")
    yield ("check_modules",)
    yield ("check_log_modules",)
    stacks = tap_checks.REAL / "perfetto" / "own-profile.pftrace"
    if stacks.exists():
        yield ("check_profile", stacks)
    for number, row in enumerate(SAMPLE_ROWS):
        if (tap_checks.REAL / row[0]).exists():
            yield ("check_sample_module", number)
    for table, names in TRUE_FILES.items():
        for name in names:
            if (tap_checks.REAL / "perfetto" / f"{name}.tsv").exists():
                yield ("check_true_rows", table, name)
    heap = tap_checks.REAL / "perfetto" / "own-javaheap.pftrace"
    if heap.exists():
        yield ("check_heap_stats", heap)
        yield ("check_class_tree", heap)
    for path in sorted(EXPERT.glob("*.tsv")):
        if path.stem.rpartition(".")[2] in EXPERT_QUERIES:
            yield ("check_expert", path)
    yield ("check_formats",)
    yield ("check_limits",)
    yield ("check_union",)
    if (QUERIES / "INDEX.tsv").exists():
        with open(QUERIES / "INDEX.tsv", encoding="utf-8", newline="") as index:
            for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield ("check_query", row)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: check-query.py TRACEDUMP SAMPLES")
    return tap_checks.run(Checker, sys.argv[1:], list(jobs(sys.argv[2])), ["perfetto-sql"])


if __name__ == "__main__":
    sys.exit(main())
