/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query/table-query.h"

#include <glib/gi18n.h>
#include <sqlite3.h>
#include <string.h>

#include "analysis/symbols/text-match.h"
#include "query/database-parts.h"
#include "query/table-module.h"
#include "tables/perfetto/perfetto-model.h"
#include "tables/tables.h"

/* Builds a query for the rows that a list shows:
 *
 *   SELECT * FROM method_profile
 *   WHERE selected_from = 1000 AND selected_to = 2000
 *     AND name LIKE '%inflate%'
 *   ORDER BY excl_wall_ns DESC
 *
 * Called only by the query view, to show the query of a list (ui/views/query/query-view.c). Creates a temporary model
 * to convert ids; otherwise, only reads the trace. */

typedef struct
{
  const TvColumn *columns;
  guint n_columns;
  GString *conditions;
  GString *notes;
} Query;

static const TvColumn *
find_column (const Query *self, const char *name)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (g_str_equal (self->columns[i].name, name))
      return &self->columns[i];
  return NULL;
}

/* Appends a condition. @format: as for printf() */
static void G_GNUC_PRINTF (2, 3) add_condition (Query *self, const char *format, ...)
{
  va_list args;

  g_string_append (self->conditions, self->conditions->len == 0 ? "\nWHERE " : "\n  AND ");
  va_start (args, format);
  g_string_append_vprintf (self->conditions, format, args);
  va_end (args);
}

/* Appends an SQL comment about a filter of the list that the query does not contain. */
static void
add_note (Query *self, const char *filter)
{
  g_autofree char *line = g_strdelimit (g_strdup (filter), "\r\n", ' ');

  /* Translators: comment in SQL; %s describes a filter */
  g_string_append_printf (self->notes, _("-- Not included in this query: %s"), line);
  g_string_append_c (self->notes, '\n');
}

/* ---- Text ---- */

static char *
dup_like_pattern (const char *text)
{
  GString *pattern = g_string_new ("%");

  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '%' || *p == '_' || *p == '\\')
        g_string_append_c (pattern, '\\');
      g_string_append_c (pattern, *p);
    }
  g_string_append_c (pattern, '%');
  return g_string_free (pattern, FALSE);
}

/* Returns: (transfer full): SQL condition that a column matches the search text of the list, with the same case
 * sensitivity as search entries */
static char *
dup_match (const TvTableContent *content, const char *column)
{
  gboolean is_exact = tv_text_match_is_exact (content->text, content->is_regex);
  g_autofree char *pattern = NULL;
  char *sql, *copy;

  if (content->is_regex)
    {
      pattern = g_strconcat (is_exact ? "" : "(?i)", content->text, NULL);
      sql = sqlite3_mprintf ("regexp(%Q, \"%w\")", pattern, column);
    }
  else if (is_exact)
    sql = sqlite3_mprintf ("instr(\"%w\", %Q) > 0", column, content->text);
  else if (g_str_is_ascii (content->text))
    {
      pattern = dup_like_pattern (content->text);
      sql = sqlite3_mprintf ("\"%w\" LIKE %Q%s", column, pattern,
                             strchr (pattern, '\\') != NULL ? " ESCAPE '\\'" : "");
    }
  else
    {
      g_autofree char *escaped = g_regex_escape_string (content->text, -1);

      pattern = g_strconcat ("(?i)", escaped, NULL);
      sql = sqlite3_mprintf ("regexp(%Q, \"%w\")", pattern, column);
    }
  copy = g_strdup (sql);
  sqlite3_free (sql);
  return copy;
}

static void
add_text (Query *self, const TvTableContent *content)
{
  g_autoptr (GString) any = g_string_new (NULL);

  for (guint i = 0; i < self->n_columns; i++)
    {
      g_autofree char *match = NULL;

      if (!content->is_in_any_column && !g_str_equal (self->columns[i].name, "name"))
        continue;
      match = dup_match (content, self->columns[i].name);
      g_string_append_printf (any, "%s%s", any->len > 0 ? "\n       OR " : "", match);
    }
  if (any->len > 0)
    add_condition (self, "%s%s%s", content->is_in_any_column ? "(" : "", any->str,
                   content->is_in_any_column ? ")" : "");
  else
    add_note (self, content->text);
}

/* ---- Selection ---- */

static void
add_selection (Query *self, TvTrace *trace, const TvTableContent *content)
{
  const TvSelection *selection = content->selection;
  const guint32 *threads;
  guint n_threads, n_filters, n_transforms;

  if (tv_selection_has_range (selection))
    add_condition (self, "%s = %" G_GINT64_FORMAT " AND %s = %" G_GINT64_FORMAT,
                   tv_selected_columns[TV_SELECTED_FROM], tv_selection_get_start_ns (selection),
                   tv_selected_columns[TV_SELECTED_TO], tv_selection_get_end_ns (selection));
  threads = tv_selection_get_threads (selection, &n_threads);
  if (n_threads == 1)
    {
      g_autoptr (TvPerfettoModel) model = tv_perfetto_model_new (trace);

      add_condition (self, "%s = %u", tv_selected_columns[TV_SELECTED_UTID],
                     tv_perfetto_model_map_utid (model, threads[0]));
    }
  else if (n_threads > 1)
    add_note (self, _("the selected threads"));
  tv_selection_get_filters (selection, &n_filters);
  tv_selection_get_transforms (selection, &n_transforms);
  if (n_filters > 0 && tv_tables_supports_filters (content->info))
    add_note (self, _("name filters"));
  if (n_transforms > 0 && tv_tables_supports_transforms (content->info))
    add_note (self, _("stack transforms"));
  if (tv_selection_get_min_duration_ns (selection) > 0 &&
      tv_tables_supports_filters (content->info))
    add_note (self, _("the minimum duration"));
  if (tv_selection_get_clock (selection) == TV_CLOCK_CPU)
    add_note (self, _("the CPU clock"));
}

/**
 * tv_table_query_new:
 * @trace: trace of the list
 * @content: content of the list; its table is declared in tables/tables.h
 *
 * Returns: (transfer full): query for the same rows, with comments about filters that it does not contain
 */
char *
tv_table_query_new (TvTrace *trace, const TvTableContent *content)
{
  Query query = { .conditions = g_string_new (NULL), .notes = g_string_new (NULL) };
  const char *module = tv_query_tables_get_module (content->info);
  GString *sql;

  query.columns = tv_query_tables_get_columns (content->info, &query.n_columns);
  if (content->selection != NULL && content->info->is_of_selection)
    add_selection (&query, trace, content);
  if (content->symbol != TV_NONE)
    {
      if (find_column (&query, "symbol_id") != NULL)
        add_condition (&query, "symbol_id = %u", content->symbol);
      else
        add_note (&query, _("the selected symbol"));
    }
  if (content->text != NULL)
    add_text (&query, content);
  if (content->omitted != NULL)
    add_note (&query, content->omitted);
  sql = query.notes;
  if (module != NULL)
    g_string_append_printf (sql, "INCLUDE PERFETTO MODULE %s;\n", module);
  g_string_append_printf (sql, "SELECT *\nFROM %s%s", content->info->name, query.conditions->str);
  if (content->order != NULL && find_column (&query, content->order) != NULL)
    g_string_append_printf (sql, "\nORDER BY \"%s\"%s", content->order,
                            content->is_descending ? " DESC" : "");
  g_string_free (query.conditions, TRUE);
  return g_string_free (sql, FALSE);
}
