/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rewrites lines to another format:
 *
 *   usual    a-7  [000] .....  5.000001: cpu_idle: state=1 cpu_id=0
 *   fields   a-7  [000] .....  5.000001: cpu_idle: state=0x1 (1) cpu_id=0x0 (0)
 *   graph     0)               |  / * cpu_idle: state=1 cpu_id=0 * /
 *
 * With the option fields, the kernel does not print the text of markers. The tracer function_graph only
 * prints the thread of a CPU if it differs from the thread in the previous line of that CPU. */

#include "make-trace-ftrace.h"

#include <string.h>

#define COMM_SIZE 7 /* maximum size of a thread name in function_graph */

/* fields whose name differs in ordinary lines */
static const struct
{
  const char *usual;
  const char *field;
} field_names[] = {
  { "transaction", "debug_id" },
  { "dest_node", "target_node" },
  { "dest_proc", "to_proc" },
  { "dest_thread", "to_thread" },
};

gboolean
ftrace_form_is_graph (FtraceLineForm form)
{
  return form == FTRACE_LINE_GRAPH || form == FTRACE_LINE_GRAPH_TIMES ||
         form == FTRACE_LINE_GRAPH_REPORT;
}

static gboolean
is_event (const FtraceLog *log, const char *name)
{
  return strncmp (log->line + log->event, name, strlen (name)) == 0 &&
         log->line[log->event + strlen (name)] == ':';
}

static gboolean
is_mark (const FtraceLog *log)
{
  return is_event (log, "tracing_mark_write") || is_event (log, "print") || is_event (log, "0");
}

/* ---- Option fields ---- */

static gboolean
put_number_field (GString *fields, const char *value, gsize size)
{
  g_autofree char *text = g_strndup (value, size);
  gboolean is_hex = g_str_has_prefix (text, "0x");
  char *rest;
  gint64 number = g_ascii_strtoll (text, &rest, is_hex ? 16 : 10);

  if (*rest != '\0' || rest == text)
    return FALSE;
  g_string_append_printf (fields, "0x%x (%d)", (guint) number, (int) number);
  return TRUE;
}

/* Returns the bit mask for the letters of a prev_state. */
static guint
state_bits (const char *letters, gsize size)
{
  static const char order[] = "SDTtXZPI";
  guint bits = 0;

  for (gsize i = 0; i < size; i++)
    {
      const char *letter = strchr (order, letters[i]);

      if (letter != NULL)
        bits |= 1u << (letter - order);
      else if (letters[i] == '+')
        bits |= 1u << strlen (order);
    }
  return bits;
}

static void
put_field (GString *fields, const char *key, gsize key_size, const char *value, gsize size)
{
  g_autofree char *name = g_strndup (key, key_size);

  for (gsize i = 0; i < G_N_ELEMENTS (field_names); i++)
    if (g_str_equal (name, field_names[i].usual))
      {
        g_free (name);
        name = g_strdup (field_names[i].field);
      }
  g_string_append_printf (fields, "%s%s=", fields->len > 0 ? " " : "", name);
  if (g_str_equal (name, "prev_state"))
    {
      guint bits = state_bits (value, size);

      g_string_append_printf (fields, "0x%x (%u)", bits, bits);
    }
  else if (g_str_has_suffix (name, "comm") || !put_number_field (fields, value, size))
    g_string_append_len (fields, value, size);
}

/* Returns the start of the next " key=", or the end. A thread name may contain any text except such a key. */
static const char *
find_next_key (const char *at)
{
  static const char *const keys[] = { " ==> ",        " prev_pid=", " prev_prio=",
                                      " prev_state=", " next_pid=", " next_prio=",
                                      " pid=",        " prio=",     " target_cpu=" };
  const char *next = strchr (at, ' ');
  gboolean is_comm = FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *key = strstr (at, keys[i]);

      if (key != NULL && (!is_comm || key < next))
        {
          next = key;
          is_comm = TRUE;
        }
    }
  return next != NULL ? next : at + strlen (at);
}

/* Returns the payload with its fields in the order of the kernel's format: the code of a transaction precedes its
 * flags. */
static char *
dup_in_order (const char *text, gsize size)
{
  g_autofree char *said = g_strndup (text, size);
  char *flags = strstr (said, " flags="), *code = strstr (said, " code=");
  g_autofree char *swapped = NULL;

  if (flags == NULL || code == NULL || code < flags)
    return g_steal_pointer (&said);
  swapped = g_strdup_printf ("%s%.*s", code, (int) (code - flags), flags);
  *flags = '\0';
  return g_strconcat (said, swapped, NULL);
}

static void
rewrite_fields (FtraceLog *log)
{
  g_autoptr (GString) fields = g_string_new (NULL);
  g_autofree char *said = dup_in_order (log->line + log->said, log->used - log->said);
  const char *at = said;

  if (is_mark (log))
    {
      log->used = log->event;
      ftrace_log_string (log, "UNKNOWN TYPE 5");
      return;
    }
  /* The action is not a field. */
  if (strstr (said, " [action=") != NULL)
    *strstr (said, " [action=") = '\0';
  while (*at != '\0')
    {
      const char *equals = strchr (at, '='), *end;

      if (equals == NULL)
        break;
      end = find_next_key (equals);
      put_field (fields, at, equals - at, equals + 1, end - equals - 1);
      at = g_str_has_prefix (end, " ==> ") ? end + strlen (" ==> ") : end + (*end == ' ');
    }
  if (fields->len == 0)
    return;
  log->used = log->said;
  ftrace_log_string (log, fields->str);
}

/* ---- Tracer function_graph ---- */

static char *
dup_comm (const FtraceTask *task)
{
  return g_strndup (task->tid == 0 ? "<idle>" : task->comm, COMM_SIZE);
}

/* Appends the lines for a thread switch on a CPU if the thread has changed. */
static void
put_switch (FtraceLog *log)
{
  static const char rule[] = " ------------------------------------------\n";
  guint before = log->reported[log->cpu];
  g_autofree char *comm = dup_comm (log->task);
  g_autofree char *text = NULL;

  log->reported[log->cpu] = log->task->tid + 1;
  if (before == 0 || before == log->task->tid + 1)
    return;
  text = g_strdup_printf ("%s %u)    <...>-%u   =>   %s-%u \n%s\n", rule, log->cpu, before - 1,
                          comm, log->task->tid, rule);
  ftrace_log_string (log, text);
}

static void
put_graph_columns (FtraceLog *log)
{
  static const char *const flags[] = { "...1.", "d..2.", "d.h2.", "..s1." };
  guint64 ns = log->start_ns + log->ns;
  g_autofree char *comm = dup_comm (log->task);
  g_autofree char *text = NULL;

  if (log->form == FTRACE_LINE_GRAPH)
    text = g_strdup_printf (" %u) ", log->cpu);
  else
    text = g_strdup_printf ("%5" G_GUINT64_FORMAT ".%06" G_GUINT64_FORMAT
                            " |  %2u)  %7s-%-6u |  %s | ",
                            ns / 1000000000, ns % 1000000000 / 1000, log->cpu, comm, log->task->tid,
                            flags[log->context]);
  ftrace_log_string (log, text);
}

/* Rewrites a line, which contains only "event: payload" so far. */
static void
rewrite_graph (FtraceLog *log)
{
  gboolean is_call = is_event (log, "funcgraph_entry") || is_event (log, "funcgraph_exit");
  gsize start = is_call || is_mark (log) ? log->said : log->event;
  g_autofree char *said = g_strndup (log->line + start, log->used - start);

  log->used = 0;
  if (log->form == FTRACE_LINE_GRAPH)
    put_switch (log);
  put_graph_columns (log);
  if (is_call)
    {
      ftrace_log_string (log, said);
      return;
    }
  ftrace_log_string (log, "              |  /* ");
  ftrace_log_string (log, said);
  ftrace_log_string (log, " */");
}

void
ftrace_log_rewrite (FtraceLog *log)
{
  if (log->form == FTRACE_LINE_FIELDS)
    rewrite_fields (log);
  else if (log->form == FTRACE_LINE_GRAPH || log->form == FTRACE_LINE_GRAPH_TIMES)
    rewrite_graph (log);
}
