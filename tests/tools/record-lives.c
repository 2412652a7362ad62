/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records a kernel log on this machine and writes the expected result:
 *
 *     record-lives LOG TRUTH
 *
 * Threads and processes use the same id one after the other, set their name and write a slice; some of them exit
 * without ending the slice. Then threads write slices and measure the CPU time of each slice. TRUTH has a line per
 * lifetime and slice:
 *
 *     life TID NAME thread|process MARK ended|open
 *     mark NAME CPU_NS
 *
 * Choosing the id of a task and recording events require root and a writable tracefs. Otherwise the program prints the
 * reason and exits with status 77. */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#define CANNOT    77
#define N_LIVES   40
#define N_WORKERS 3
#define N_MARKS   120
#define NS_PER_S  1000000000
#define BUFFER_KB "16384"

static const char *const tracefs_folders[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
static const char *const events[] = {
  "sched/sched_switch",       "sched/sched_waking",       "sched/sched_wakeup",
  "sched/sched_wakeup_new",   "sched/sched_process_exit", "sched/sched_process_free",
  "sched/sched_process_fork", "sched/sched_process_exec", "task/task_newtask",
  "task/task_rename",
};

static char *instance;
static int marker = -1;
static FILE *truth;
static GMutex truth_lock;

static gboolean
write_text (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_TRUNC);
  gboolean is_done = fd >= 0 && write (fd, text, strlen (text)) == (gssize) strlen (text);

  if (fd >= 0)
    close (fd);
  return is_done;
}

static gboolean
set (const char *name, const char *value)
{
  g_autofree char *path = g_build_filename (instance, name, NULL);

  return write_text (path, value);
}

static G_GNUC_PRINTF (1, 2) void mark (const char *format, ...)
{
  char text[128];
  va_list args;
  int n;

  va_start (args, format);
  n = g_vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (write (marker, text, (gsize) n) != n)
    perror ("record-lives: marker");
}

static gint64
read_clock (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (gint64) now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void
spin (gint64 ns)
{
  gint64 start = read_clock (CLOCK_THREAD_CPUTIME_ID);

  while (read_clock (CLOCK_THREAD_CPUTIME_ID) - start < ns)
    ;
}

static void
rest (long us)
{
  nanosleep (&(struct timespec){ 0, us * 1000 }, NULL);
}

/* ---- Lifetimes ---- */

typedef struct
{
  guint number;
  pid_t tid; /* assigned thread id */
} Life;

static gboolean
leaves_mark_open (guint number)
{
  return number % 4 == 3;
}

/* Body of a thread, or of the first thread of a process. */
static void
live (guint number)
{
  char name[16];

  g_snprintf (name, sizeof name, "life-%02u", number);
  prctl (PR_SET_NAME, name);
  mark ("B|%d|work-%02u", getpid (), number);
  spin (100000);
  if (leaves_mark_open (number))
    mark ("B|%d|open-%02u", getpid (), number);
  else
    mark ("E|%d", getpid ());
}

static gpointer
live_as_thread (gpointer data)
{
  Life *life = data;

  life->tid = (pid_t) syscall (SYS_gettid);
  live (life->number);
  return NULL;
}

/* Requests an id for the next task. The task gets the id if it is free. */
static void
ask_for (pid_t tid)
{
  g_autofree char *text = g_strdup_printf ("%d", tid - 1);

  write_text ("/proc/sys/kernel/ns_last_pid", text);
}

static void
begin_life (Life *life, gboolean is_thread)
{
  pthread_t thread;

  if (is_thread)
    {
      if (pthread_create (&thread, NULL, live_as_thread, life) == 0)
        pthread_join (thread, NULL);
      return;
    }
  life->tid = fork ();
  if (life->tid == 0)
    {
      live (life->number);
      _exit (0);
    }
  waitpid (life->tid, NULL, 0);
}

static void
record_lives (void)
{
  pid_t tid = getpid () + 1000;

  for (guint i = 0; i < N_LIVES; i++)
    {
      Life life = { .number = i };
      gboolean is_thread = i % 3 != 2;

      ask_for (tid);
      begin_life (&life, is_thread);
      fprintf (truth, "life %d life-%02u %s work-%02u %s\n", life.tid, i,
               is_thread ? "thread" : "process", i, leaves_mark_open (i) ? "open" : "ended");
      rest (200);
    }
}

/* ---- CPU time ---- */

static void
work (guint worker, guint number, GRand *dice)
{
  gint64 start, cpu;

  mark ("B|%d|cpu-%u-%03u", getpid (), worker, number);
  start = read_clock (CLOCK_THREAD_CPUTIME_ID);
  for (int i = g_rand_int_range (dice, 1, 5); i > 0; i--)
    {
      spin (g_rand_int_range (dice, 50, 800) * 1000);
      if (g_rand_boolean (dice))
        rest (g_rand_int_range (dice, 20, 900));
    }
  cpu = read_clock (CLOCK_THREAD_CPUTIME_ID) - start;
  mark ("E|%d", getpid ());
  g_mutex_lock (&truth_lock);
  fprintf (truth, "mark cpu-%u-%03u %" G_GINT64_FORMAT "\n", worker, number, cpu);
  g_mutex_unlock (&truth_lock);
}

static gpointer
do_work (gpointer data)
{
  guint worker = GPOINTER_TO_UINT (data);
  GRand *dice = g_rand_new_with_seed (worker + 1);

  for (guint i = 0; i < N_MARKS; i++)
    {
      work (worker, i, dice);
      rest (g_rand_int_range (dice, 20, 900));
    }
  g_rand_free (dice);
  return NULL;
}

static void
record_work (void)
{
  GThread *threads[N_WORKERS];

  for (guint i = 0; i < N_WORKERS; i++)
    threads[i] = g_thread_new ("worker", do_work, GUINT_TO_POINTER (i));
  for (guint i = 0; i < N_WORKERS; i++)
    g_thread_join (threads[i]);
}

/* ---- Recording ---- */

static gboolean
begin_recording (void)
{
  g_autofree char *path = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (tracefs_folders) && instance == NULL; i++)
    {
      char *folder = g_strdup_printf ("%s/instances/record-lives-%d", tracefs_folders[i],
                                      getpid ());

      if (mkdir (folder, 0700) == 0)
        instance = folder;
      else
        g_free (folder);
    }
  if (instance == NULL)
    return FALSE;
  path = g_build_filename (instance, "trace_marker", NULL);
  marker = open (path, O_WRONLY);
  set ("buffer_size_kb", BUFFER_KB);
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    {
      g_autofree char *name = g_strdup_printf ("events/%s/enable", events[i]);

      if (!set (name, "1"))
        return FALSE;
    }
  return marker >= 0 && set ("tracing_on", "1");
}

static gboolean
save (const char *log)
{
  g_autofree char *path = g_build_filename (instance, "trace", NULL);
  g_autofree char *text = NULL;
  gsize size;

  return g_file_get_contents (path, &text, &size, NULL) &&
         g_file_set_contents (log, text, (gssize) size, NULL);
}

static void
end_recording (void)
{
  if (marker >= 0)
    close (marker);
  if (instance != NULL)
    rmdir (instance);
  g_free (instance);
}

int
main (int argc, char **argv)
{
  gboolean is_saved;

  if (argc != 3)
    {
      fputs ("usage: record-lives LOG TRUTH\n", stderr);
      return 2;
    }
  if (!begin_recording ())
    {
      fprintf (stderr, "record-lives: tracefs cannot be written to: %s\n", g_strerror (errno));
      end_recording ();
      return CANNOT;
    }
  truth = fopen (argv[2], "w");
  if (truth == NULL)
    return 1;
  record_lives ();
  record_work ();
  /* The kernel reports exited tasks with a delay. */
  rest (100000);
  set ("tracing_on", "0");
  is_saved = save (argv[1]);
  end_recording ();
  return fclose (truth) == 0 && is_saved ? 0 : 1;
}
