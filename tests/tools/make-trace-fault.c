/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-fault.h"

#include <inttypes.h>
#include <string.h>

#include "make-trace-forms.h"

/* Generates a model of the fault, then writes it in one of the formats, so that a seed produces the same crash in all
 * formats. Memory consists of regions of 16 KB at a distance of 64 KB. All regions are readable and writable except the
 * first, which belongs to a library. The last region is the stack. */

const char *const fault_planted[] = { "null", "member", "unmapped", "forbidden", "stack", "abort" };
const char *const fault_paths[] = { "/system/lib64/libc.so",
                                    "/data/app/~~x==/org.example/lib/libapp.so",
                                    "/system/framework/boot.oat", "[anon:code]", "/a b (c).so" };
const char *const fault_symbols[] = { "memcpy",
                                      "A::copy(char const*, int) const",
                                      "org.example.Main.onCreate",
                                      "void B<int, C<long> >::operator()(D&)",
                                      "(anonymous namespace)::f()",
                                      "__start_thread",
                                      "std::__terminate(void (*)())" };
const guint fault_n_paths = G_N_ELEMENTS (fault_paths);
const guint fault_n_symbols = G_N_ELEMENTS (fault_symbols);

guint
fault_pick (Fault *self, guint n)
{
  return (guint) g_rand_int_range (self->rand, 0, (gint32) MAX (n, 1));
}

void
fault_say (Fault *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
  g_string_append (self->text, self->eol);
}

const char *
fault_get_symbol (const FaultFrame *frame)
{
  return frame->name < fault_n_symbols ? fault_symbols[frame->name] : NULL;
}

/* Returns the value of a register. Register 1 is the stack pointer. */
guint64
fault_get_register (const Fault *self, guint i, guint thread)
{
  return i == 1 ? self->stack : FAULT_REGION (i % (self->n_regions + 2)) + thread * 8u;
}

/* ---- Model ---- */

static char *
pick_name (Fault *self, guint i)
{
  static const char *const odd[] = { "x >>> y", "a \"b\"",
                                     "\xe2\x80\xae"
                                     "evil",
                                     "<b>", "pid: 1" };

  if (self->options->has_oddities && fault_pick (self, 3) == 0)
    return g_strdup (odd[fault_pick (self, G_N_ELEMENTS (odd))]);
  return g_strdup_printf ("thread-%u", i);
}

static void
draw_thread (Fault *self, guint i)
{
  FaultThread thread = { .tid = FAULT_PID + i, .name = pick_name (self, i) };
  guint n = 1 + fault_pick (self, 24);

  thread.frames = g_array_new (FALSE, FALSE, sizeof (FaultFrame));
  for (guint k = 0; k < n; k++)
    {
      FaultFrame frame = { .pc = (guint32) fault_pick (self, 1 << 24),
                           .path = fault_pick (self, fault_n_paths),
                           .name = fault_pick (self, fault_n_symbols + 2),
                           .offset = fault_pick (self, 1000) };

      g_array_append_val (thread.frames, frame);
    }
  g_array_append_val (self->threads, thread);
}

static void
draw (Fault *self)
{
  guint n = (guint) MAX (self->options->threads, 1);

  self->planted = (FaultPlanted) fault_pick (self, N_PLANTED);
  self->n_regions = 3 + fault_pick (self, 40);
  self->n_files = fault_pick (self, 20);
  self->n_words = 4 * (1 + fault_pick (self, 4));
  self->n_lines = fault_pick (self, 30);
  self->stack = FAULT_REGION (self->n_regions - 1) + 0x100;
  switch (self->planted)
    {
    case PLANTED_MEMBER:
      self->address = 8 + fault_pick (self, 4000);
      break;
    case PLANTED_UNMAPPED:
      self->address = 0x10000 + fault_pick (self, 1 << 20);
      break;
    case PLANTED_FORBIDDEN:
      self->address = FAULT_REGION (0) + fault_pick (self, FAULT_REGION_BYTES);
      break;
    case PLANTED_STACK:
      self->address = FAULT_REGION (self->n_regions - 1) - 8;
      break;
    case PLANTED_NULL:
    case PLANTED_ABORT:
    default:
      self->address = 0;
    }
  for (guint i = 0; i < n; i++)
    draw_thread (self, i);
}

static void
clear_thread (gpointer data)
{
  FaultThread *thread = data;

  g_free (thread->name);
  g_array_unref (thread->frames);
}

/* ---- Tombstones ---- */

void
fault_say_frame (Fault *self, guint i, const FaultFrame *frame)
{
  const char *symbol = fault_get_symbol (frame);
  GString *line = g_string_new (NULL);

  g_string_append_printf (line, "      #%02u pc %016x  %s", i, frame->pc, fault_paths[frame->path]);
  if (frame->path == 2)
    g_string_append (line, " (offset 0x1000)");
  if (symbol != NULL)
    g_string_append_printf (line, " (%s+%u)", symbol, frame->offset);
  if (frame->path < 2)
    g_string_append_printf (line, " (BuildId: %032x)", frame->path);
  fault_say (self, "%s", line->str);
  g_string_free (line, TRUE);
}

static void
say_thread (Fault *self, guint i)
{
  static const char *const names[FAULT_N_REGISTERS] = { "x0", "sp", "x1",  "x2",
                                                        "x3", "x4", "x29", "pc" };
  const FaultThread *thread = &g_array_index (self->threads, FaultThread, i);
  GString *row = g_string_new (NULL);

  fault_say (self, "Cmdline: planted.%s", fault_planted[self->planted]);
  fault_say (self, "pid: %u, tid: %u, name: %s  >>> planted.%s <<<", FAULT_PID, thread->tid,
             thread->name, fault_planted[self->planted]);
  fault_say (self, "uid: 10001");
  if (i == 0 && self->planted == PLANTED_ABORT)
    {
      fault_say (self, "signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------");
      fault_say (self, "Abort message: 'it was%splanted'", self->eol);
    }
  else if (i == 0)
    fault_say (self, "signal 11 (SIGSEGV), code %s, fault addr 0x%016" PRIx64,
               self->planted == PLANTED_FORBIDDEN ? "2 (SEGV_ACCERR)" : "1 (SEGV_MAPERR)",
               self->address);
  for (guint k = 0; k < FAULT_N_REGISTERS; k++)
    {
      g_string_append_printf (row, "%s%s %016" PRIx64, k % 4 == 0 ? "    " : "  ", names[k],
                              fault_get_register (self, k, i));
      if (k % 4 == 3)
        {
          fault_say (self, "%s", row->str);
          g_string_truncate (row, 0);
        }
    }
  g_string_free (row, TRUE);
  fault_say (self, "%s%u total frames", self->eol, thread->frames->len);
  fault_say (self, "backtrace:");
  if (self->options->has_oddities && fault_pick (self, 3) == 0)
    fault_say (self, "  NOTE: something is odd");
  for (guint k = 0; k < thread->frames->len; k++)
    fault_say_frame (self, k, &g_array_index (thread->frames, FaultFrame, k));
  fault_say (self, "%s", "");
}

static void
say_memory (Fault *self)
{
  static const char *const near[] = { "x0", "x1" };

  for (guint k = 0; k < G_N_ELEMENTS (near); k++)
    {
      fault_say (self, "memory near %s ([anon:%u]):", near[k], k);
      for (guint i = 0; i < self->n_words; i += 2)
        fault_say (self, "    %016" PRIx64 " %016x %s  ........A.......", FAULT_WORD (k, i), i,
                   self->options->has_oddities && i == 2 ? "----------------" : "0000000000000041");
      fault_say (self, "%s", "");
    }
}

static void
say_address (GString *out, guint64 address)
{
  g_string_append_printf (out, "%08x'%08x", (guint32) (address >> 32), (guint32) address);
}

static void
say_regions (Fault *self)
{
  fault_say (self, "memory map (%u entries): (fault address prefixed with --->)", self->n_regions);
  for (guint i = 0; i < self->n_regions; i++)
    {
      GString *row = g_string_new ("    ");

      say_address (row, FAULT_REGION (i));
      g_string_append_c (row, '-');
      say_address (row, FAULT_REGION (i) + FAULT_REGION_BYTES - 1);
      fault_say (self, "%s %s %9x %9x  %s", row->str, i == 0 ? "r-x" : "rw-", i * 0x1000,
                 FAULT_REGION_BYTES,
                 i == 0                     ? "/lib.so (BuildId: 0a0b) (load bias 0x1000)"
                 : i + 1 == self->n_regions ? "[stack]"
                                            : "[anon:a b]");
      g_string_free (row, TRUE);
    }
}

static void
say_log (Fault *self, gboolean is_hilog)
{
  for (guint i = 0; i < self->n_lines; i++)
    fault_say (self,
               is_hilog ? "12-31 23:59:%02u.000 %5u %5u E C01406/app: line %u"
                        : "12-31 23:59:%02u.000 %5u %5u E app     : line %u",
               i, FAULT_PID, FAULT_PID, i);
}

static void
write_tombstone (Fault *self)
{
  const char *rule = "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---";

  fault_say (self, "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***");
  fault_say (self, "Build fingerprint: 'a/b'%sRevision: '0'%sABI: 'arm64'", self->eol, self->eol);
  fault_say (self, "Timestamp: 2025-12-31 23:59:58.500" FAULT_ZONE "%sProcess uptime: 4s",
             self->eol);
  for (guint i = 0; i < self->threads->len; i++)
    {
      if (i > 0)
        fault_say (self, "%s", rule);
      say_thread (self, i);
      if (i > 0)
        continue;
      say_memory (self);
      say_regions (self);
      fault_say (self, "--------- tail end of log main");
      say_log (self, FALSE);
    }
  fault_say (self, "open files:");
  for (guint i = 0; i < self->n_files; i++)
    fault_say (self, "    fd %u: /a (%u) %s", i, i, i % 2 ? "(unowned)" : "(owned by FILE* 0x12)");
}

/* ---- Fault logs ---- */

static void
say_oh_frames (Fault *self, const FaultThread *thread)
{
  for (guint k = 0; k < thread->frames->len; k++)
    {
      const FaultFrame *frame = &g_array_index (thread->frames, FaultFrame, k);
      GString *line = g_string_new (NULL);

      g_string_append_printf (line, "#%02u pc %016x %s", k, frame->pc, fault_paths[frame->path]);
      if (fault_get_symbol (frame) != NULL)
        g_string_append_printf (line, "(%s+%u)", fault_get_symbol (frame), frame->offset);
      if (frame->path < 2)
        g_string_append_printf (line, "(%032x)", frame->path);
      fault_say (self, "%s", line->str);
      g_string_free (line, TRUE);
    }
}

static void
say_oh_header (Fault *self)
{
  fault_say (self, "Generated by HiviewDFX@OpenHarmony");
  fault_say (self, "================================================================");
  fault_say (self, "Device info:x%sBuild info:OpenHarmony 6.0", self->eol);
  fault_say (self, "Timestamp:2025-12-31 23:59:58.500%sModule name:org.example", self->eol);
  fault_say (self, "Pid:%u%sUid:10001%sProcess name:planted.%s", FAULT_PID, self->eol, self->eol,
             fault_planted[self->planted]);
}

static void
write_cppcrash (Fault *self)
{
  say_oh_header (self);
  if (self->planted == PLANTED_ABORT)
    fault_say (
        self,
        "Reason:Signal:SIGABRT(SI_TKILL)@0x%08x from:%u:10001%sLastFatalMessage:it was planted",
        FAULT_PID, FAULT_PID, self->eol);
  else
    fault_say (self, "Reason:Signal:SIGSEGV(%s)@0x%016" PRIx64,
               self->planted == PLANTED_FORBIDDEN ? "SEGV_ACCERR" : "SEGV_MAPERR", self->address);
  fault_say (self, "Fault thread info:");
  for (guint i = 0; i < self->threads->len; i++)
    {
      const FaultThread *thread = &g_array_index (self->threads, FaultThread, i);

      fault_say (self, i % 2 ? "Tid:%u Name:%s" : "Tid:%u, Name:%s", thread->tid, thread->name);
      say_oh_frames (self, thread);
      if (i > 0)
        continue;
      fault_say (self, "Registers:");
      fault_say (self, "x0:%016" PRIx64 " sp:%016" PRIx64, fault_get_register (self, 0, 0),
                 fault_get_register (self, 1, 0));
      fault_say (self, "pc:%016" PRIx64, fault_get_register (self, 7, 0));
      fault_say (self, "Other thread info:");
    }
  fault_say (self, "Memory near registers:%sx0([stack]):", self->eol);
  for (guint i = 0; i < self->n_words; i++)
    fault_say (self, "    %016" PRIx64 " %016x", FAULT_WORD (0, i), i);
  fault_say (self, "FaultStack:%s    %016" PRIx64 " %016x%ssp0:%016" PRIx64 " %016x", self->eol,
             self->stack, 1, self->eol, self->stack + 8, 2);
  fault_say (self, "%sMaps:", self->eol);
  for (guint i = 0; i < self->n_regions; i++)
    fault_say (self, "%" PRIx64 "-%" PRIx64 " %s %08x %s", FAULT_REGION (i),
               FAULT_REGION (i) + FAULT_REGION_BYTES, i == 0 ? "r-xp" : "rw-p", i * 0x1000,
               i == 0 ? "/lib.so" : "[anon:a b]");
  fault_say (self, "OpenFiles:");
  for (guint i = 0; i < self->n_files; i++)
    fault_say (self, "%u->/a (%u)%s", i, i, i % 2 ? "" : " native object of unknown type 0");
  fault_say (self, "HiLog:");
  say_log (self, TRUE);
}

static void
write_jscrash (Fault *self)
{
  say_oh_header (self);
  fault_say (self, "Reason:TypeError%sError name:TypeError%sError message:it was planted",
             self->eol, self->eol);
  fault_say (self, "Stacktrace:");
  for (guint i = 0; i < self->threads->len; i++)
    fault_say (self, "    at f%u (entry|har|1.0.0|src/a%u.ts:%u:7)", i, i, i + 1);
  fault_say (self, "%sHiLog:", self->eol);
  say_log (self, TRUE);
}

static void
write_rustpanic (Fault *self)
{
  say_oh_header (self);
  fault_say (self, "Reason:file:a/main.rs line:50 message:it was planted%sThread name:worker",
             self->eol);
  say_oh_frames (self, &g_array_index (self->threads, FaultThread, 0));
}

/* ---- Formats ---- */

static const struct
{
  const char *name;
  void (*write) (Fault *self);
} forms[] = {
  { "tombstone", write_tombstone }, { "tombstone-proto", fault_write_proto },
  { "cppcrash", write_cppcrash },   { "jscrash", write_jscrash },
  { "rustpanic", write_rustpanic }, { "freeze", freeze_write },
};

gboolean
fault_is (const TraceOptions *options)
{
  return g_str_equal (options->form, "fault");
}

gboolean
fault_write (const TraceOptions *options, GError **error)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) options->seed);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (FaultThread));
  Fault self = { .options = options, .rand = rand, .text = text, .threads = threads };
  const char *name = options->line != NULL ? options->line : forms[0].name;
  Output *output;
  guint form = 0;

  while (form < G_N_ELEMENTS (forms) && !g_str_equal (forms[form].name, name))
    form++;
  if (form == G_N_ELEMENTS (forms))
    {
      g_set_error (
          error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
          "A fault is a tombstone, tombstone-proto, cppcrash, jscrash, rustpanic or freeze");
      return FALSE;
    }
  g_array_set_clear_func (threads, clear_thread);
  draw (&self);
  self.eol = options->has_oddities && fault_pick (&self, 2) == 0 ? "\r\n" : "\n";
  forms[form].write (&self);
  output = trace_output_open (options->path, error);
  if (output == NULL)
    return FALSE;
  trace_output_text (output, text->str, text->len);
  return trace_output_close (output, options->cut, error);
}
