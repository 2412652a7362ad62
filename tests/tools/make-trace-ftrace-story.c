/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Script of three seconds on an OpenHarmony device. The list of a shop is scrolled, starting at 320 ms. At 780
 * ms an image is decoded on the main thread, so that some frames are late. At 1750 ms a product is opened,
 * its page is built, and its content is fetched. */

#include "make-trace-ftrace-story.h"

enum
{
  IRQ_TIMER,
  IRQ_DISPLAY,
  IRQ_TOUCH,
  IRQ_WLAN,
  IRQ_DISK,
};

/* clang-format off: keep tables compact */
const DeviceInterrupt ftrace_device_interrupts[] = {
  { 13, "arch_timer", 0, NULL },   { 74, "dpu_crtc0", 0, NULL }, { 109, "touch_panel", 0, NULL },
  { 142, "wlan_rx", 3, "NET_RX" }, { 51, "ufshcd", 4, "BLOCK" },
};
const guint ftrace_device_disk = IRQ_DISK;

const DeviceThread ftrace_device_threads[] = {
  { "kworker", 61, 61, "kworker/0:2", 120, "M30", IRQ_TIMER },
  { "kworker", 84, 84, "kworker/u8:3", 120, "M30", IRQ_TIMER },
  { "rcu", 15, 15, "rcu_preempt", 120, "M30", IRQ_TIMER },
  { "hilogd", 231, 246, "hilogd.pst.0", 120, "I30", IRQ_TIMER },
  { "samgr", 412, 440, "OS_IPC_1_440", 120, "M55", IRQ_TIMER },
  { "input", 498, 521, "mmi_service", 110, "M42", IRQ_TOUCH },
  { "foundation", 530, 530, "foundation", 120, "M31", IRQ_TIMER },
  { "ability", 530, 771, "OS_IPC_3_771", 120, "M31", IRQ_TIMER },
  { "window", 530, 802, "OS_IPC_5_802", 120, "M49", IRQ_TIMER },
  { "vsync", 604, 640, "VSyncGenerator", 89, "M30", IRQ_DISPLAY },
  { "rs", 604, 604, "render_service", 97, "M30", IRQ_TIMER },
  { "rs-ipc", 604, 660, "OS_IPC_1_660", 97, "M30", IRQ_TIMER },
  { "hardware", 604, 656, "RSHardwareThrea", 97, "M30", IRQ_TIMER },
  { "net", 688, 1455, "netmanager", 120, "M23", IRQ_WLAN },
  { "main", 2890, 2890, "om.example.shop", 110, "M39", IRQ_TIMER },
  { "rsrender", 2890, 2931, "RSRenderThread", 110, "M38", IRQ_TIMER },
  { "http", 2890, 2937, "OS_NET_WORK_1", 120, "M23", IRQ_WLAN },
  { "http", 2890, 2938, "OS_NET_WORK_2", 120, "M23", IRQ_WLAN },
  { "ark", 2890, 2901, "OS_GC_Thread", 124, "M47", IRQ_TIMER },
  { "ark", 2890, 2902, "OS_GC_Thread", 124, "M47", IRQ_TIMER },
  { "taskpool", 2890, 2940, "TaskWorkThread", 120, "M62", IRQ_TIMER },
  { "taskpool", 2890, 2941, "TaskWorkThread", 120, "M62", IRQ_TIMER },
  { "ffrt", 2890, 2950, "OS_FFRT_2_0", 120, "M13", IRQ_TIMER },
  { "ffrt", 2890, 2951, "OS_FFRT_2_1", 120, "M13", IRQ_TIMER },
  { "ffrt", 2890, 2952, "ffrtwk/CPU-2-2", 120, "M13", IRQ_TIMER },
  { "hitrace", 3307, 3307, "hitrace", 120, "M30", IRQ_TIMER },
  { "shop-ipc", 2890, 2915, "OS_IPC_2_2915", 120, "M46", IRQ_TIMER },
};
/* clang-format on */
const guint ftrace_device_n_threads = G_N_ELEMENTS (ftrace_device_threads);
const guint ftrace_device_duration_ms = 3000;

const char ftrace_device_script[] =
    "[timeline]\n"
    "at 2 hitrace sync\n"
    "every 14-2990 97 hilogd log\n"
    "every 31-2990 250 rcu quiet\n"
    "every 60-2990 310 kworker write-back\n"
    "at 40 samgr check\n"
    "at 120 foundation report\n"
    "at 300 input touch-down\n"
    "every 310-660 31 input touch-move\n"
    "at 672 input touch-up\n"
    "frames 322-1165 vsync frame\n"
    "every 415-1150 120 http response\n"
    "at 779 main show-banner\n"
    "at 905 ark collect\n"
    "at 1300 foundation report\n"
    "at 1420 taskpool save\n"
    "at 1738 input touch-down\n"
    "at 1752 input click\n"
    "frames 1760-2350 vsync frame\n"
    "at 2001 net up\n"
    "every 1930-2320 65 http response\n"
    "at 2120 ark collect\n"
    "at 2480 taskpool save\n"
    "at 2700 samgr check\n"
    "at 2860 foundation report\n"
    "\n"
    "[sync]\n"
    "T trace_event_clock_sync: realtime_ts=1718000000123\n"
    "T trace_event_clock_sync: parent_ts=41300.206153\n"
    "[log]\n"
    "R 30-90\n"
    "?150 D 200-900 f2fs_issue_flush+0x1e8/0x208\n"
    "[quiet]\n"
    "R 4-15\n"
    "[write-back]\n"
    "Q 20-60 wb_workfn\n"
    "  ?400 D 300-900 folio_wait_bit_common+0x138/0x2e0\n"
    "?300 Q 5-20 vmstat_update\n"
    "[check]\n"
    "B 60-140 SystemAbilityManager::CheckSystemAbility|said=4606\n"
    "  R 10-30\n"
    "[report]\n"
    "B 120-300 #I31 AbilityManagerService::ReportState\n"
    "  ! samgr check\n"
    "  ?500 > kworker write-back\n"
    "\n"
    "[touch-down]\n"
    "B 90-160 #M42 service report touchId:%u, type: down\n"
    "  > main touch\n"
    "[touch-move]\n"
    "B 50-110 #M42 service report touchId:%u, type: move\n"
    "[touch-up]\n"
    "B 60-120 #M42 service report touchId:%u, type: up\n"
    "  > main fling\n"
    "[click]\n"
    "B 60-120 #M42 service report touchId:%u, type: up\n"
    "  > main open-product\n"
    "[touch]\n"
    "B 60-140 DispatchTouchEvent id:0, pointX=540.2 pointY=1603.7 type=0|id=0\n"
    "  B 40-90 HandleOnTouch\n"
    "S APP_LIST_FLING|ListFling|scene=touch\n"
    "[fling]\n"
    "B 50-90 DispatchTouchEvent id:0, pointX=512.0 pointY=380.5 type=1|id=0\n"
    "  B 20-60 Scroll::HandleDragEnd velocity:-4213.6\n"
    "\n"
    "[frame]\n"
    "B 25-60 GenerateVsyncCount:2, period:16666666, currRefreshRate:60\n"
    "  > main draw\n"
    "  > rs compose\n"
    "[draw]\n"
    "B 40-80 OnVsyncEvent now:%t\n"
    "  B 60-120 FlushVsync|frame=%f\n"
    "    ?350 B 20-60 JSAnimation\n"
    "    B 30-80 FlushBuild\n"
    "      ?300 @ build-item\n"
    "    B 40-120 FlushLayoutTask\n"
    "      x1-2 B 180-620 Layout[List][self:%u][parent:31]\n"
    "        ?300 B 90-260 Measure[Text][self:%u]\n"
    "    B 120-420 FlushRenderTask\n"
    "    B 60-150 FlushMessages\n"
    "      > rsrender draw-frame\n"
    "  ?120 C 0-6 queue depth\n"
    "[build-item]\n"
    "B 500-1500 CustomNode:BuildItem [GoodsCard][self:%u]\n"
    "  B 90-260 JsEngine::Call|url=pages/Goods,line=%u\n"
    "  ?400 > ffrt decode\n"
    "[draw-frame]\n"
    "B 60-120 RSRenderThread DrawFrame:%f\n"
    "  B 250-700 RenderFrame\n"
    "    ?120 ! rs-ipc buffer\n"
    "  B 80-240 SwapBuffers\n"
    "[buffer]\n"
    "B 40-90 BufferQueue::RequestBuffer name:shop0 queueId:%u\n"
    "[compose]\n"
    "B 60-120 RSMainThread::DoComposition now:%t\n"
    "  B 50-130 RSMainThread::ProcessCommandUni [2890,%f]\n"
    "  B 150-420 RSUniRender::Process:[shop0]\n"
    "    ?300 B 60-180 RSUniRender::AfterDrawSurface\n"
    "  B 200-520 Repaint\n"
    "  > hardware commit\n"
    "[commit]\n"
    "B 90-180 CommitLayers rate:60,now:%t\n"
    "  ?500 L 400-1400 dma_fence_default_wait+0x1a4/0x218\n"
    "?100 C 1-3 #M30 BufferQueue shop0\n"
    "\n"
    "[decode]\n"
    "B 60-120 FFRT::task %u\n"
    "  B 900-2600 #M62 decode|image=goods_%u.webp,w=320,h=320\n"
    "    ?300 D 250-900 folio_wait_bit_common+0x138/0x2e0\n"
    "\n"
    "[show-banner]\n"
    "B 900-1300 ExecuteJS|page=pages/Index\n"
    "  B 300-500 #C62 ShopBanner.aboutToAppear\n"
    "    B 200-300 #C62 readPreferences|file=shop.db\n"
    "      D 3800-4600 f2fs_wait_on_page_writeback+0x7c/0xe0\n"
    "    B 24000-29000 #C62 decodeBanner|w=1440,h=2560,thread=main\n"
    "      B 6000-9000 #M34 ImageSource::CreatePixelMap\n"
    "        D 2100-2900 folio_wait_bit_common+0x138/0x2e0\n"
    "  B 800-1200 #M47 SharedGC::CollectGarbage|reason=heap\n"
    "    > ark mark\n"
    "    > ark sweep\n"
    "    L 3000-4200 futex_wait_queue+0x6c/0x98\n"
    "[mark]\n"
    "B 1500-2200 ParallelMarking\n"
    "[sweep]\n"
    "B 1200-2400 ConcurrentSweeping\n"
    "[collect]\n"
    "B 300-600 PartialGC::RunPhases|reason=idle\n"
    "  B 900-1900 ConcurrentMarking\n"
    "  W 300-700\n"
    "  B 400-900 ConcurrentSweeping\n"
    "C 31000-46000 #M47 heap KB\n"
    "\n"
    "[open-product]\n"
    "F APP_LIST_FLING\n"
    "S PAGE_TRANSITION|Navigation|to=pages/Product\n"
    "B 300-500 HandleClick|component=GoodsCard\n"
    "  B 500-800 #M62 router.pushUrl|url=pages/Product\n"
    "    ! ability start\n"
    "    ! window layout\n"
    "  B 2500-3400 ExecuteJS|page=pages/Product\n"
    "    B 7000-9000 CustomNode:Build [ProductPage][self:1204]\n"
    "      x6-8 B 700-1500 CustomNode:BuildItem [Section][self:%u]\n"
    "        B 150-300 JsEngine::Call\n"
    "    S HttpRequest|network|host=api.example.com,path=/product/46,retry=0\n"
    "    > http request\n"
    "    S HttpRequest|network|host=api.example.com,path=/reviews/46,retry=0\n"
    "    > http request-2\n"
    "    S HttpRequest|network|host=img.example.com,path=/46/1.webp,retry=1\n"
    "    S loadRecommendations|taskpool|count=12\n"
    "    > taskpool recommend\n"
    "    C 3-3 #M23 requests in flight\n"
    "F PAGE_TRANSITION\n"
    "[start]\n"
    "B 400-700 AbilityManagerService::StartAbility|bundle=com.example.shop\n"
    "  ! samgr check\n"
    "  B 100-200 MissionListManager::GetTargetMission\n"
    "[layout]\n"
    "B 150-300 WindowLayout::UpdateLayoutRect\n"
    "  ! rs-ipc buffer\n"
    "[request]\n"
    "B 90-160 HttpExec::SetOption|protocol=h2\n"
    "B 60-110 HttpExec::Send\n"
    "[request-2]\n"
    "B 90-160 HttpExec::SetOption|protocol=h2\n"
    "[up]\n"
    "R 40-90\n"
    "[response]\n"
    "B 60-140 HttpExec::OnReadBody|status=200\n"
    "  ?600 S HttpRequest|network|host=img.example.com,path=/46/%u.webp\n"
    "  ?700 F HttpRequest\n"
    "  > main json\n"
    "?600 > ffrt decode\n"
    "C 0-4 requests in flight\n"
    "[json]\n"
    "B 250-700 #M62 parseResponse|bytes=%u\n"
    "  B 100-300 #M47 JSON.parse\n"
    "[recommend]\n"
    "B 600-900 TaskPool::PerformTask|name=recommend\n"
    "  B 3000-5200 #C62 rank|items=120\n"
    "  D 500-1500 folio_wait_bit_common+0x138/0x2e0\n"
    "F loadRecommendations\n"
    "[save]\n"
    "S save cart|io|rows=3\n"
    "B 200-400 #I62 RdbStore::Insert|table=cart\n"
    "  x1-2 D 900-2400 f2fs_issue_flush+0x1e8/0x208\n"
    "  L 200-600 rwsem_down_write_slowpath+0x2e4/0x5b8\n"
    "F save cart\n";
