-- SPDX-License-Identifier: GPL-3.0-or-later
-- Reasons for wakeups of the device. Instants have the names "MILLISECONDS REASON" and, later, "MILLISECONDS ATTRIBUTION"
-- with the same number. An instant "QUALITY STATE REASON COUNT MILLISECONDS" about the previous suspend precedes the reason.
INCLUDE PERFETTO MODULE android.suspend;

CREATE PERFETTO TABLE __tv_wakeup_text AS
SELECT i.ts, t.name AS kind, i.name, substr(i.name, 1, instr(i.name, ' ') - 1) AS number,
  substr(i.name, instr(i.name, ' ') + 1) AS text
FROM slice i JOIN track t ON t.id = i.track_id
WHERE i.dur = 0 AND t.name IN ('wakeup_reason', 'wakeup_attribution', 'suspend_backoff')
ORDER BY i.ts, i.id;

CREATE PERFETTO TABLE __tv_wakeup_reason AS
WITH attributed AS (
  SELECT r.ts, r.kind, r.name, r.text, a.text AS attribution
  FROM __tv_wakeup_text r LEFT JOIN __tv_wakeup_text a ON a.kind = 'wakeup_attribution' AND a.number = r.number
  WHERE r.kind = 'wakeup_reason'
  UNION ALL
  SELECT ts, kind, name, NULL, NULL FROM __tv_wakeup_text WHERE kind = 'suspend_backoff'
),
preceded AS (
  SELECT *, iif(LAG(kind) OVER (ORDER BY ts) = 'suspend_backoff', LAG(name) OVER (ORDER BY ts)) AS backoff FROM attributed
),
ordered AS (
  SELECT ts, text, attribution, backoff FROM preceded WHERE kind = 'wakeup_reason'
  UNION ALL
  SELECT ts, NULL, NULL, NULL FROM android_suspend_state WHERE power_state = 'suspended'
)
SELECT ts, lead(ts) OVER (ORDER BY ts) AS next_ts, text, attribution, str_split(backoff, ' ', 0) AS suspend_quality,
  str_split(backoff, ' ', 1) AS backoff_state, ifnull(str_split(backoff, ' ', 2), 'none') AS backoff_reason,
  CAST(str_split(backoff, ' ', 3) AS INT) AS backoff_count, CAST(str_split(backoff, ' ', 4) AS INT) AS backoff_millis
FROM ordered;

-- The causes in a reason, separated by blanks or colons. Causes that are interrupts begin with a number.
CREATE PERFETTO TABLE __tv_wakeup_cause AS
WITH RECURSIVE kinds(prefix, type, separator) AS (
  VALUES ('Abort: Pending Wakeup Sources: ', 'abort_pending', ' '),
    ('Abort: Last active Wakeup Source: ', 'abort_last_active', NULL),
    ('Abort: ', 'abort_other', NULL),
    ('', 'normal', ':')
),
typed AS (
  SELECT r.*, k.type, k.separator, substr(r.text, length(k.prefix) + 1) AS causes
  FROM __tv_wakeup_reason r JOIN kinds k ON k.prefix = (
    SELECT prefix FROM kinds WHERE substr(r.text, 1, length(prefix)) = prefix ORDER BY length(prefix) DESC LIMIT 1
  )
),
split AS (
  SELECT *, 0 AS number, iif(separator IS NULL, causes, str_split(causes, separator, 0)) AS item FROM typed
  UNION ALL
  SELECT ts, next_ts, text, attribution, suspend_quality, backoff_state, backoff_reason, backoff_count, backoff_millis, type,
    separator, causes, number + 1, str_split(causes, separator, number + 1)
  FROM split
  WHERE separator IS NOT NULL AND number < 3 AND str_split(causes, separator, number + 1) IS NOT NULL
)
SELECT * FROM split;

-- A wakeup lasts until the next one or the next suspend, but at most 5 s; after a suspend that failed or was short, as long as
-- the system waits before the next attempt.
CREATE PERFETTO TABLE android_wakeups AS
SELECT ts,
  CASE suspend_quality
    WHEN 'good' THEN min(ifnull(next_ts - ts, 5000000000), 5000000000)
    WHEN 'bad' THEN backoff_millis * 1000000
    ELSE 0
  END AS dur,
  text AS raw_wakeup, attribution AS on_device_attribution, type,
  iif(type = 'normal', ifnull(str_split(item, ' ', 1), item), item) AS item,
  suspend_quality, backoff_state, backoff_reason, backoff_count, backoff_millis
FROM __tv_wakeup_cause
ORDER BY number, ts;
