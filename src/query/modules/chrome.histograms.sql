-- SPDX-License-Identifier: GPL-3.0-or-later
-- Samples of Chrome's histograms, of its category disabled-by-default-histogram_samples.
CREATE PERFETTO TABLE chrome_histograms AS
SELECT extract_arg(s.arg_set_id, 'chrome_histogram_sample.name') AS name,
  extract_arg(s.arg_set_id, 'chrome_histogram_sample.sample') AS value, s.ts, t.name AS thread_name, t.utid, t.tid,
  p.name AS process_name, p.upid, p.pid
FROM slice s
JOIN thread_track k ON k.id = s.track_id
JOIN thread t USING (utid)
JOIN process p USING (upid)
WHERE s.name = 'HistogramSample' AND s.category = 'disabled-by-default-histogram_samples';
