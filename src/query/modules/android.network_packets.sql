-- SPDX-License-Identifier: GPL-3.0-or-later
-- Packets in track order; an interface has one track per direction.
CREATE PERFETTO TABLE android_network_packets AS
SELECT s.id, s.ts, s.dur, t.name AS track_name, s.name AS package_name, str_split(t.name, ' ', 0) AS iface,
  str_split(t.name, ' ', 1) AS direction, ifnull(extract_arg(s.arg_set_id, 'packet_count'), 1) AS packet_count,
  extract_arg(s.arg_set_id, 'packet_length') AS packet_length,
  extract_arg(s.arg_set_id, 'packet_transport') AS packet_transport,
  extract_arg(s.arg_set_id, 'packet_tcp_flags') AS packet_tcp_flags, extract_arg(s.arg_set_id, 'socket_tag') AS socket_tag,
  extract_arg(s.arg_set_id, 'socket_uid') AS socket_uid, extract_arg(s.arg_set_id, 'local_port') AS local_port,
  extract_arg(s.arg_set_id, 'remote_port') AS remote_port, extract_arg(s.arg_set_id, 'packet_icmp_type') AS packet_icmp_type,
  extract_arg(s.arg_set_id, 'packet_icmp_code') AS packet_icmp_code,
  extract_arg(s.arg_set_id, 'packet_tcp_flags_int') AS packet_tcp_flags_int,
  extract_arg(s.arg_set_id, 'socket_tag_int') AS socket_tag_int
FROM slice s JOIN track t ON t.id = s.track_id
WHERE t.type = 'network_packets' OR ((t.name GLOB '* Transmitted' OR t.name GLOB '* Received')
  AND extract_arg(s.arg_set_id, 'packet_length') IS NOT NULL)
ORDER BY s.id;

CREATE PERFETTO MACRO __tv_network_column(x Expr) RETURNS Expr AS $x;

-- An interface is up while packets follow each other within a timeout.
CREATE PERFETTO MACRO android_network_uptime_spans(src TableOrSubquery, partition_columns ColumnNameList, timeout Expr)
RETURNS TableOrSubquery AS
(
  SELECT __intrinsic_token_apply!(__tv_network_column, $partition_columns), MIN(ts) AS ts,
    MAX(ts + max(dur, 0)) + $timeout - MIN(ts) AS dur, SUM(packet_count) AS packet_count, SUM(packet_length) AS packet_length
  FROM (
    SELECT *, SUM(is_new) OVER (PARTITION BY __intrinsic_token_apply!(__tv_network_column, $partition_columns) ORDER BY ts
      ROWS UNBOUNDED PRECEDING) AS part
    FROM (
      SELECT *, ifnull(ts > MAX(ts + max(dur, 0)) OVER (
        PARTITION BY __intrinsic_token_apply!(__tv_network_column, $partition_columns) ORDER BY ts
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + $timeout, 1) AS is_new
      FROM $src
    )
  )
  GROUP BY __intrinsic_token_apply!(__tv_network_column, $partition_columns), part
);

-- Time for which packets of a partition keep an interface up: until the next packet of any partition, or the timeout.
CREATE PERFETTO MACRO android_network_uptime_cost(src TableOrSubquery, partition_columns ColumnNameList, timeout Expr)
RETURNS TableOrSubquery AS
(
  SELECT __intrinsic_token_apply!(__tv_network_column, $partition_columns), SUM(cost) AS cost
  FROM (
    SELECT *, min(lead(ts, 1, ts + max(dur, 0) + $timeout) OVER (ORDER BY ts) - ts, max(dur, 0) + $timeout) AS cost
    FROM $src
  )
  GROUP BY __intrinsic_token_apply!(__tv_network_column, $partition_columns)
);
