-- SPDX-License-Identifier: GPL-3.0-or-later
-- Names without the numbers that differ each time.
CREATE PERFETTO FUNCTION android_standardize_slice_name(name STRING) RETURNS STRING AS
SELECT CASE
  WHEN $name GLOB 'Lock contention on*' THEN substr($name, 1, instr($name || '(', '(') - 1) || '<...>'
  WHEN $name GLOB 'monitor contention with*' THEN 'monitor contention with <...>'
  WHEN $name GLOB 'SuspendThreadByThreadId*' THEN 'SuspendThreadByThreadId <...>'
  WHEN $name GLOB 'LoadApkAssetsFd*' THEN 'LoadApkAssetsFd <...>'
  WHEN $name GLOB 'relayoutWindow*' THEN 'relayoutWindow <...>'
  WHEN $name GLOB 'CancellableContinuationImpl*' THEN 'CoroutineContinuation'
  WHEN $name GLOB 'Choreographer#doFrame*' THEN 'Choreographer#doFrame'
  WHEN $name GLOB 'DrawFrames*' THEN 'DrawFrames'
  WHEN $name GLOB '/data/app*.apk' THEN 'APK load'
  WHEN $name GLOB 'OpenDexFilesFromOat*' THEN 'OpenDexFilesFromOat'
  WHEN $name GLOB 'Open oat file*' THEN 'Open oat file'
  WHEN $name GLOB 'deliverInputEvent*' THEN 'deliverInputEvent <...>'
  WHEN $name GLOB 'ImageDecoder#decode*' THEN 'ImageDecoder#decode*'
  WHEN $name GLOB 'GPU completion [0-9]*' THEN 'GPU completion <num>'
  WHEN $name GLOB 'notifyFramePending [0-9]*' THEN 'notifyFramePending <num>'
  WHEN $name GLOB '0x[0-9a-f]*' THEN '0x<num>'
  ELSE $name
END;
