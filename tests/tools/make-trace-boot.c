/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Script of a system server that boots on an old device: packages are scanned, and services are started. */

#include "make-trace-play.h"

/* clang-format off: keep each call and each line of the script on one line */
static const AppThread threads[] = {
  { "server", 0, "android.server.ServerThread", NULL, NULL, NULL },
  { "gc", 3, "GC", NULL, NULL, NULL },
  { "finalizer", 6, "FinalizerDaemon", "java.lang.FinalizerThread.run()V",
    "java.lang.Object.wait()V", NULL },
  { "binder", 8, "Binder Thread #1", NULL, NULL, NULL },
  { "binder", 9, "Binder Thread #2", NULL, NULL, NULL },
  { "am", 11, "ActivityManager", "android.os.Looper.loop()V",
    "android.os.MessageQueue.nativePollOnce(II)V", NULL },
};

static const char script[] =
    "[prefixes]\n"
    "server com.android.server\n"
    "am com.android.server.am\n"
    "pm com.android.server.pm\n"
    "wm com.android.server.wm\n"
    "os android.os\n"
    "content android.content\n"
    "util java.util\n"
    "io java.io\n"
    "xml com.android.internal.util\n"
    "\n"
    "[timeline]\n"
    "at 2 server start-server\n"
    "at 40 gc collect\n"
    "at 700 gc collect\n"
    "at 760 finalizer finalize\n"
    "every 300-1400 170 binder client\n"
    "at 1250 server ready\n"
    "at 1400 gc collect\n"
    "\n"
    "[start-server]\n"
    "server:SystemServer.init2()V 200-400\n"
    "  server:ServerThread.run()V 400-700\n"
    "    server:Watchdog.init(Landroid/content/Context;)V 200-400\n"
    "    os:ServiceManager.addService(Ljava/lang/String;Landroid/os/IBinder;)V 60-120\n"
    "    am:ActivityManagerService.main(I)Landroid/content/Context; 900-1600\n"
    "      am:ActivityManagerService.<init>()V 2200-3600\n"
    "        am:BatteryStatsService.<init>(Ljava/lang/String;)V 600-900\n"
    "          x3-5 os:Parcel.readLong()J 6-12\n"
    "      >am idle-loop\n"
    "    pm:PackageManagerService.main(Landroid/content/Context;Z)Landroid/content/pm/IPackageManager; 200-400\n"
    "      pm:PackageManagerService.<init>(Landroid/content/Context;Z)V 3000-5000\n"
    "        pm:Settings.readLPw()Z 400-700\n"
    "          x20-30 pm:Settings.readPackageLPw(Lorg/xmlpull/v1/XmlPullParser;)V 60-120\n"
    "            x2-3 org.kxml2.io.KXmlParser.getAttributeValue(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String; 8-20\n"
    "        pm:PackageManagerService.scanDirLI(Ljava/io/File;II)V 300-600\n"
    "          x58-58 @scan\n"
    "    @service\n"
    "    wm:WindowManagerService.main(Landroid/content/Context;)Lcom/android/server/wm/WindowManagerService; 300-500\n"
    "      wm:WindowManagerService.<init>(Landroid/content/Context;)V 2600-4200\n"
    "        wm:WindowManagerService.initPolicy()V 300-500\n"
    "    x9-12 @service\n"
    "\n"
    "[scan]\n"
    "pm:PackageManagerService.scanPackageLI(Ljava/io/File;I)Landroid/content/pm/PackageParser$Package; 200-400\n"
    "  content:pm.PackageParser.parsePackage(Ljava/io/File;I)Landroid/content/pm/PackageParser$Package; 300-600\n"
    "    content:res.AssetManager.addAssetPath(Ljava/lang/String;)I 300-900\n"
    "    x2-5 content:pm.PackageParser.parseActivity(Landroid/content/pm/PackageParser$Package;)V 90-200\n"
    "      x0-3 content:pm.PackageParser.parseIntent(Landroid/util/AttributeSet;)Z 40-120\n"
    "        content:IntentFilter.addAction(Ljava/lang/String;)V 12-24\n"
    "  ?250 pm:PackageManagerService.collectCertificatesLI(Landroid/content/pm/PackageParser$Package;)Z 200-400\n"
    "    java.util.jar.JarFile.<init>(Ljava/io/File;)V 400-700\n"
    "      java.util.jar.JarVerifier.readCertificates()Z 1800-4200\n"
    "        x2-3 java.security.MessageDigest.update([BII)V 200-500\n"
    "  pm:PackageManagerService.scanPackageLI(Landroid/content/pm/PackageParser$Package;I)V 200-400\n"
    "    pm:Settings.getPackageLPw(Ljava/lang/String;)V 60-120\n"
    "      util:HashMap.get(Ljava/lang/Object;)Ljava/lang/Object; 6-14\n"
    "\n"
    "[service]\n"
    "server:SystemServiceStarter.start(Ljava/lang/String;)V 90-160\n"
    "  @service-alarm|service-location|service-audio|service-input\n"
    "  os:ServiceManager.addService(Ljava/lang/String;Landroid/os/IBinder;)V 60-120\n"
    "[service-alarm]\n"
    "server:AlarmManagerService.<init>(Landroid/content/Context;)V 700-1400\n"
    "  util:Calendar.getInstance()Ljava/util/Calendar; 90-200\n"
    "[service-location]\n"
    "server:LocationManagerService.<init>(Landroid/content/Context;)V 600-1100\n"
    "  x1-3 server:location.GeocoderProxy.<init>(Landroid/content/Context;)V 200-400\n"
    "[service-audio]\n"
    "android.media.AudioService.<init>(Landroid/content/Context;)V 900-1700\n"
    "  x3-6 android.media.AudioSystem.setStreamVolumeIndex(II)I 90-200\n"
    "[service-input]\n"
    "server:InputMethodManagerService.<init>(Landroid/content/Context;)V 900-1500\n"
    "  server:InputMethodManagerService.buildInputMethodListLocked()V 300-600\n"
    "    util:ArrayList.add(Ljava/lang/Object;)Z 6-12\n"
    "\n"
    "[idle-loop]\n"
    "os:Handler.dispatchMessage(Landroid/os/Message;)V 12-24\n"
    "  am:ActivityManagerService$2.handleMessage(Landroid/os/Message;)V 60-120\n"
    "    am:ActivityManagerService.updateOomAdjLocked()V 200-400\n"
    "\n"
    "[ready]\n"
    "am:ActivityManagerService.systemReady(Ljava/lang/Runnable;)V 600-900\n"
    "  x3-5 am:ActivityManagerService.startProcessLocked(Ljava/lang/String;)V 300-600\n"
    "    os:Process.start(Ljava/lang/String;)I 200-400\n"
    "  am:ActivityStack.resumeTopActivityLocked()Z 300-500\n"
    "\n"
    "[client]\n"
    "os:Binder.execTransact(IIII)Z 20-40\n"
    "  content:pm.IPackageManager$Stub.onTransact(ILandroid/os/Parcel;Landroid/os/Parcel;I)Z 30-60\n"
    "    pm:PackageManagerService.getPackageInfo(Ljava/lang/String;I)Landroid/content/pm/PackageInfo; 60-140\n"
    "      x1-3 util:HashMap.get(Ljava/lang/Object;)Ljava/lang/Object; 6-14\n"
    "\n"
    "[collect]\n"
    "dalvik.system.VMRuntime.concurrentGC()V 9000-18000\n"
    "[finalize]\n"
    "x3-9 java.lang.FinalizerThread.doFinalize(Ljava/lang/Object;)V 12-30\n";
/* clang-format on */

const TraceApp trace_app_boot = {
  .name = "boot",
  .first_tid = 52,
  .duration_ms = 1500,
  .slowness = 6,
  .threads = threads,
  .n_threads = G_N_ELEMENTS (threads),
  .script = script,
};
