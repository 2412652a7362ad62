/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-ftrace-script.h"

#include <stdlib.h>
#include <string.h>

#include "make-trace-outline.h"

#define FRAME_US 16667

static void
node_free (gpointer data)
{
  DeviceNode *node = data;

  g_free (node->text);
  g_ptr_array_unref (node->children);
  g_free (node);
}

/* Parses "A-B " or "A " and advances past it. */
static DeviceRange
take_range (const char **text)
{
  DeviceRange range;
  char *rest;

  range.low = range.high = strtoul (*text, &rest, 10);
  if (*rest == '-')
    range.high = strtoul (rest + 1, &rest, 10);
  if (rest == *text || range.high < range.low)
    g_error ("%s: not a range", *text);
  *text = rest + strspn (rest, " ");
  return range;
}

static DeviceNode *
parse_node (const char *line)
{
  DeviceNode *node = g_new0 (DeviceNode, 1);

  node->chance = 1000;
  node->times = (DeviceRange){ 1, 1 };
  node->children = g_ptr_array_new_with_free_func (node_free);
  while (*line == '?' || *line == 'x')
    {
      gboolean is_chance = *line++ == '?';
      DeviceRange range = take_range (&line);

      if (is_chance)
        node->chance = range.low;
      else
        node->times = range;
    }

  node->kind = *line++;
  if (strchr ("BQRWDL>!SFCT@", node->kind) == NULL)
    g_error ("%s: not a line of a block", line - 1);
  line += strspn (line, " ");
  if (strchr ("BQRWDLC", node->kind) != NULL)
    node->range = take_range (&line);
  node->text = g_strdup (line);
  return node;
}

static void
parse_entry (DeviceScript *script, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  const char *times = words[1];
  DeviceRange range = take_range (&times);
  DeviceEntry entry = { .from_ms = range.low, .to_ms = range.high, .step_us = FRAME_US };
  guint i = 2;

  if (g_str_equal (words[0], "at"))
    entry.step_us = 0;
  else if (g_str_equal (words[0], "every"))
    entry.step_us = atoi (words[i++]) * 1000;
  else if (!g_str_equal (words[0], "frames"))
    g_error ("%s: not a line of a timeline", line);
  entry.thread = g_strdup (words[i]);
  entry.block = g_strdup (words[i + 1]);
  g_array_append_val (script->timeline, entry);
}

static void
entry_clear (gpointer data)
{
  DeviceEntry *entry = data;

  g_free (entry->thread);
  g_free (entry->block);
}

/* Parses a line of a script; an #OutlineNode. */
static gpointer
read_line (const char *block, const char *line, GPtrArray **children, gpointer data)
{
  DeviceNode *node;

  if (g_str_equal (block, "timeline"))
    {
      parse_entry (data, line);
      return NULL;
    }
  node = parse_node (line);
  *children = node->children;
  return node;
}

DeviceScript *
device_script_parse (const char *text)
{
  DeviceScript *script = g_new0 (DeviceScript, 1);

  script->timeline = g_array_new (FALSE, FALSE, sizeof (DeviceEntry));
  g_array_set_clear_func (script->timeline, entry_clear);
  script->blocks = outline_read (text, read_line, node_free, script);
  return script;
}

void
device_script_free (DeviceScript *script)
{
  g_hash_table_unref (script->blocks);
  g_array_unref (script->timeline);
  g_free (script);
}

/* ---- Unrolling ---- */

static guint
roll_range (DeviceContext *context, DeviceRange range)
{
  return trace_dice_between (context->dice, range.low, range.high);
}

static const char *
fill_in (DeviceContext *context, const char *text)
{
  g_autoptr (GString) filled = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    if (*at != '%')
      g_string_append_c (filled, *at);
    else if (*++at == 'u')
      g_string_append_printf (filled, "%u", trace_dice_between (context->dice, 3, 999));
    else if (*at == 'f')
      g_string_append_printf (filled, "%u", context->frame);
    else
      g_string_append_printf (filled, "%" G_GUINT64_FORMAT, context->ns);
  return g_string_chunk_insert_const (context->strings, filled->str);
}

static void
append_step (GArray *steps, char kind, guint amount, const char *text)
{
  DeviceStep step = { .kind = kind, .amount = amount, .text = text };

  g_array_append_val (steps, step);
}

static void
unroll_nodes (DeviceScript *script, GPtrArray *nodes, DeviceContext *context, GArray *steps);

/* Appends the steps of a slice. Its exclusive time is distributed between its children. */
static void
unroll_slice (DeviceScript *script, const DeviceNode *node, DeviceContext *context, GArray *steps)
{
  guint portions = node->children->len + 1;
  guint self_us = roll_range (context, node->range);
  const char *text = fill_in (context, node->text);

  append_step (steps, node->kind, 0, text);
  append_step (steps, 'R', self_us / portions, NULL);
  for (guint i = 0; i < node->children->len; i++)
    {
      GPtrArray one = { .pdata = &node->children->pdata[i], .len = 1 };

      unroll_nodes (script, &one, context, steps);
      append_step (steps, 'R', self_us / portions, NULL);
    }
  append_step (steps, node->kind == 'B' ? 'E' : 'q', 0, text);
}

static void
unroll_nodes (DeviceScript *script, GPtrArray *nodes, DeviceContext *context, GArray *steps)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const DeviceNode *node = g_ptr_array_index (nodes, i);
      guint times;

      if (node->chance < 1000 && !trace_dice_permille (context->dice, node->chance))
        continue;
      times = roll_range (context, node->times);
      for (guint n = 0; n < times; n++)
        if (node->kind == '@')
          device_script_unroll (script, node->text, context, steps);
        else if (node->kind == 'B' || node->kind == 'Q')
          unroll_slice (script, node, context, steps);
        else
          append_step (steps, node->kind, roll_range (context, node->range),
                       fill_in (context, node->text));
    }
}

void
device_script_unroll (DeviceScript *script,
                      const char *block,
                      DeviceContext *context,
                      GArray *steps)
{
  GPtrArray *nodes = g_hash_table_lookup (script->blocks, block);

  if (nodes == NULL)
    g_error ("%s: no such block", block);
  unroll_nodes (script, nodes, context, steps);
}
