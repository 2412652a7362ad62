/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "make-trace-script.h"

#include <stdlib.h>
#include <string.h>

#include "make-trace-outline.h"

static void
node_free (gpointer data)
{
  ScriptNode *node = data;

  g_free (node->text);
  g_free (node->target);
  g_ptr_array_unref (node->children);
  g_free (node);
}

static ScriptRange
parse_range (const char *text)
{
  ScriptRange range;
  char *rest;

  range.low = range.high = strtoul (text, &rest, 10);
  if (*rest == '-')
    range.high = strtoul (rest + 1, NULL, 10);
  g_assert (range.high >= range.low);
  return range;
}

/* Parses `@one|two:3` or `@one-`. */
static void
parse_reference (ScriptNode *node, const char *text)
{
  char *colon;

  node->kind = SCRIPT_BLOCK;
  node->text = g_strdup (text);
  colon = strchr (node->text, ':');
  if (colon != NULL)
    {
      node->level = atoi (colon + 1);
      *colon = '\0';
    }
  else if (g_str_has_suffix (node->text, "-"))
    {
      node->level = -1;
      node->text[strlen (node->text) - 1] = '\0';
    }
}

/* Returns a call with the full package name instead of the prefix. */
char *
script_expand (Script *script, const char *call)
{
  const char *colon = strchr (call, ':');
  g_autofree char *prefix = NULL;
  const char *package;

  if (colon == NULL)
    return g_strdup (call);
  prefix = g_strndup (call, colon - call);
  package = g_hash_table_lookup (script->prefixes, prefix);
  if (package == NULL)
    g_error ("%s: no such prefix", call);
  return g_strconcat (package, ".", colon + 1, NULL);
}

static ScriptNode *
parse_node (Script *script, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  ScriptNode *node = g_new0 (ScriptNode, 1);
  guint i = 0;

  node->method = -1;
  node->times = (ScriptRange){ 1, 1 };
  node->chance = 1000;
  node->children = g_ptr_array_new_with_free_func (node_free);
  for (; words[i][0] == '?' || (words[i][0] == 'x' && g_ascii_isdigit (words[i][1])); i++)
    if (words[i][0] == '?')
      node->chance = atoi (words[i] + 1);
    else
      node->times = parse_range (words[i] + 1);

  if (words[i][0] == '@')
    parse_reference (node, words[i] + 1);
  else if (words[i][0] == '>' || words[i][0] == '!')
    {
      node->kind = words[i][0] == '>' ? SCRIPT_POST : SCRIPT_POST_AND_WAIT;
      node->text = g_strdup (words[i] + 1);
      node->target = g_strdup (words[++i]);
    }
  else if (g_str_equal (words[i], "run"))
    node->kind = SCRIPT_RUN;
  else if (g_str_equal (words[i], "wait"))
    node->kind = SCRIPT_WAIT;
  else
    node->text = script_expand (script, words[i]);

  while (words[++i] != NULL)
    if (g_str_equal (words[i], "throws"))
      node->throws = TRUE;
    else if (words[i][0] == '+' || node->kind == SCRIPT_WAIT)
      node->blocked_us = parse_range (words[i] + (words[i][0] == '+'));
    else
      node->self_us = parse_range (words[i]);
  return node;
}

static void
parse_entry (Script *script, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  ScriptEntry entry = { .ms = parse_range (words[1]) };
  guint i = 2;

  if (g_str_equal (words[0], "at"))
    entry.kind = SCRIPT_AT;
  else if (g_str_equal (words[0], "frames"))
    entry.kind = SCRIPT_FRAMES;
  else if (g_str_equal (words[0], "every"))
    {
      entry.kind = SCRIPT_EVERY;
      entry.step_ms = atoi (words[i++]);
    }
  else
    g_error ("%s: not a line of a timeline", line);

  entry.key = g_strdup (words[i]);
  entry.block = g_strdup (words[i + 1]);
  g_array_append_val (script->timeline, entry);
}

static void
parse_prefix (Script *script, const char *line)
{
  const char *space = strchr (line, ' ');

  g_hash_table_insert (script->prefixes, g_strndup (line, space - line), g_strdup (space + 1));
}

static void
entry_clear (gpointer data)
{
  ScriptEntry *entry = data;

  g_free (entry->key);
  g_free (entry->block);
}

/* Parses a line of a script; an #OutlineNode. */
static gpointer
read_line (const char *block, const char *line, GPtrArray **children, gpointer data)
{
  Script *script = data;
  ScriptNode *node = NULL;

  if (g_str_equal (block, "prefixes"))
    parse_prefix (script, line);
  else if (g_str_equal (block, "timeline"))
    parse_entry (script, line);
  else
    {
      node = parse_node (script, line);
      *children = node->children;
    }
  return node;
}

Script *
script_parse (const char *text)
{
  Script *script = g_new0 (Script, 1);

  script->prefixes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  script->timeline = g_array_new (FALSE, FALSE, sizeof (ScriptEntry));
  g_array_set_clear_func (script->timeline, entry_clear);
  script->blocks = outline_read (text, read_line, node_free, script);
  return script;
}

void
script_free (Script *script)
{
  g_hash_table_unref (script->prefixes);
  g_hash_table_unref (script->blocks);
  g_array_unref (script->timeline);
  g_free (script);
}
