-- SPDX-License-Identifier: GPL-3.0-or-later
INCLUDE PERFETTO MODULE slices.with_context;

-- Slices of tasks: of toplevel categories, or of the category Java without toplevel.
CREATE PERFETTO MACRO __tv_is_java(category Expr) RETURNS Expr AS
($category GLOB '*Java*' AND $category NOT GLOB '*toplevel*');

CREATE PERFETTO FUNCTION _get_posted_from(arg_set_id LONG) RETURNS STRING AS
SELECT extract_arg($arg_set_id, 'task.posted_from.file_name') || ':'
  || extract_arg($arg_set_id, 'task.posted_from.function_name');

-- Views of Android that Chrome measures, lays out or draws: the outermost ones that are not part of a framework.
CREATE PERFETTO TABLE __tv_java_view AS
WITH views AS (
  SELECT id,
    replace(replace(replace(replace(replace(name, '.draw', ''), '.onLayout', ''), '.onMeasure', ''), '.Layout', ''), '.Measure', '')
      AS name
  FROM slice WHERE __tv_is_java!(category) AND dur > 0
),
own AS (
  SELECT id, name FROM views
  WHERE name NOT IN ('FitWindowsFrameLayout', 'FitWindowsLinearLayout', 'ContentFrameLayout', 'CoordinatorLayout',
    'ComponentHost', 'CompositorView:finalizeLayers', 'CompositorViewHolder', 'CompositorViewHolder:layout',
    'CompositorViewHolder:updateContentViewChildrenDimension', 'CoordinatorLayoutForPointer', 'OptimizedFrameLayout',
    'ViewResourceAdapter:getBitmap', 'ViewResourceFrameLayout', 'AppCompatImageButton',
    'ScrollingBottomViewResourceFrameLayout', 'ViewResourceAdapter:captureWithHardwareDraw',
    'ViewResourceAdapter:captureWithSoftwareDraw', 'LayoutDriver:onUpdate')
)
SELECT o.id, o.name,
  EXISTS (SELECT 1 FROM ancestor_slice(o.id) a WHERE a.name = 'ViewResourceAdapter:captureWithSoftwareDraw')
    AS is_software_screenshot,
  EXISTS (SELECT 1 FROM ancestor_slice(o.id) a WHERE a.name = 'ViewResourceAdapter:captureWithHardwareDraw')
    AS is_hardware_screenshot
FROM own o
WHERE NOT EXISTS (SELECT 1 FROM ancestor_slice(o.id) a WHERE a.id IN (SELECT id FROM own));

CREATE PERFETTO VIEW chrome_java_views AS
SELECT v.name AS filtered_name, v.is_software_screenshot, v.is_hardware_screenshot, v.id AS slice_id
FROM __tv_java_view v;

CREATE PERFETTO TABLE chrome_scheduler_tasks AS
SELECT s.id, 'chrome_scheduler_tasks' AS type, printf('RunTask(posted_from=%s)', _get_posted_from(s.arg_set_id)) AS name,
  s.ts, s.dur, s.utid, s.thread_name, s.upid, s.process_name, s.track_id, s.category, s.depth, s.parent_id, s.arg_set_id,
  s.thread_ts, s.thread_dur, _get_posted_from(s.arg_set_id) AS posted_from
FROM thread_slice s
WHERE s.category GLOB '*toplevel*' AND s.name IN ('ThreadControllerImpl::RunTask', 'ThreadPool_RunTask')
  AND s.upid IS NOT NULL
ORDER BY s.id;

-- Messages of Mojo. Older versions of Chrome have the hash in a slice of its own.
CREATE PERFETTO TABLE __tv_mojo_slice AS
SELECT s.id,
  printf('%s %s (hash=%d)', coalesce(
    iif(s.name = 'Connector::DispatchMessage', extract_arg(s.arg_set_id, 'chrome_mojo_event_info.watcher_notify_interface_tag')),
    extract_arg(s.arg_set_id, 'chrome_mojo_event_info.mojo_interface_tag'), iif(s.name GLOB '*.mojom.*', s.name)),
  CASE WHEN s.name = 'Receive mojo message' OR s.name NOT GLOB 'Receive *' THEN 'message' WHEN s.name = 'Receive mojo reply'
    THEN 'reply' END,
  iif(s.name GLOB 'Receive *', extract_arg(s.arg_set_id, 'chrome_mojo_event_info.ipc_hash'), (
    SELECT extract_arg(d.arg_set_id, 'chrome_mojo_event_info.ipc_hash') FROM descendant_slice(s.id) d
    WHERE d.name = 'ScopedSetIpcHash' ORDER BY d.id LIMIT 1))) AS task_name
FROM slice s
WHERE s.category GLOB '*toplevel*' AND (s.name GLOB 'Receive *' OR s.name = 'Connector::DispatchMessage')
  OR s.category GLOB '*mojom*' AND s.name GLOB '*.mojom.*';

-- Scheduler tasks that run a message: the first toplevel slice below them is one.
CREATE PERFETTO TABLE __tv_mojo_task AS
SELECT t.id, m.task_name
FROM chrome_scheduler_tasks t
JOIN __tv_mojo_slice m ON m.id = (
  SELECT d.id FROM descendant_slice(t.id) d
  WHERE d.category GLOB '*toplevel*' AND d.name NOT IN ('SimpleWatcher::OnHandleReady', 'MessagePipe peer closed')
  ORDER BY d.depth, d.ts LIMIT 1)
WHERE t.posted_from IN ('mojo/public/cpp/system/simple_watcher.cc:Notify',
  'mojo/public/cpp/system/simple_watcher.cc:ArmOrNotify',
  'mojo/public/cpp/bindings/lib/connector.cc:PostDispatchNextMessageFromPipe', 'ipc/ipc_mojo_bootstrap.cc:Accept');

-- Tasks that draw views, with the names of these.
CREATE PERFETTO TABLE __tv_view_task AS
SELECT s.id, s.task_type,
  printf('%s(java_views=%s)', s.kind, (
    SELECT group_concat(DISTINCT v.name) FROM descendant_slice(s.id) d JOIN __tv_java_view v ON v.id = d.id)) AS task_name
FROM (
  SELECT id, 'Choreographer' AS kind, 'choreographer' AS task_type FROM slice
  WHERE name GLOB 'Looper.dispatch: android.view.Choreographer$FrameHandler*'
  UNION ALL
  SELECT id, 'SingleThreadProxy::BeginMainFrame', 'ui_thread_begin_main_frame' FROM slice
  WHERE name = 'ThreadControllerImpl::RunTask'
    AND _get_posted_from(arg_set_id) = 'cc/trees/single_thread_proxy.cc:ScheduledActionSendBeginMainFrame'
) s;

CREATE PERFETTO TABLE __tv_chrome_task AS
SELECT s.id, coalesce(v.task_name, m.task_name, t.name, s.name) AS name,
  coalesce(v.task_type, iif(m.id IS NULL, NULL, 'mojo'), iif(t.id IS NULL, NULL, 'scheduler'), 'other') AS task_type
FROM slice s
LEFT JOIN __tv_view_task v ON v.id = s.id
LEFT JOIN __tv_mojo_task m ON m.id = s.id
LEFT JOIN chrome_scheduler_tasks t ON t.id = s.id
WHERE s.category IN ('toplevel', 'toplevel,viz', 'toplevel,Java')
  AND NOT EXISTS (SELECT 1 FROM ancestor_slice(s.id) a WHERE a.category GLOB '*toplevel*')
UNION ALL
SELECT s.id, s.name, 'java'
FROM slice s
WHERE __tv_is_java!(s.category)
  AND NOT EXISTS (SELECT 1 FROM ancestor_slice(s.id) a WHERE a.category GLOB '*toplevel*' OR a.category GLOB '*Java*')
ORDER BY 1;

CREATE PERFETTO VIEW chrome_tasks AS
SELECT t.id, t.name, t.task_type, s.thread_name, s.utid, s.process_name, s.upid, s.ts, s.dur, s.track_id, s.category,
  s.arg_set_id, s.thread_ts, s.thread_dur, t.name AS full_name
FROM __tv_chrome_task t JOIN thread_slice s ON s.id = t.id
WHERE s.upid IS NOT NULL;
