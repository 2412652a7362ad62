/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-names.h"

#include <string.h>

#include <gio/gio.h>

/* Looks up the names of /proc/meminfo and vmstat counters by number. Called by perfetto-counters.c and
 * htrace-counters.c. The tables are static: parsed from a resource on first use, protected by GOnce, never freed. */

#define MAX_NUMBER 4096 /* upper limit of counter numbers */

/* Defined in the source file that is generated from perfetto.gresource.xml. */
extern void tv_perfetto_register_resource (void);
extern GResource *tv_perfetto_get_resource (void);

/* Names of counters, indexed by number. */
typedef struct
{
  GPtrArray *meminfo;
  GPtrArray *vmstat;
} Names;

static void
put (GPtrArray *list, guint64 number, gpointer value)
{
  if (number >= MAX_NUMBER)
    return;
  if (number >= list->len)
    g_ptr_array_set_size (list, (int) number + 1);
  list->pdata[number] = value;
}

static void
add_counter (Names *self, char *const *cells)
{
  GPtrArray *list = strcmp (cells[0], "meminfo") == 0 ? self->meminfo : self->vmstat;

  if (cells[2] != NULL)
    put (list, g_ascii_strtoull (cells[1], NULL, 10), g_strdup (cells[2]));
}

static void
read_table (Names *self, const char *path, void (*add) (Names *self, char *const *cells))
{
  g_autoptr (GBytes) bytes = g_resource_lookup_data (tv_perfetto_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_auto (GStrv) lines = NULL;

  g_assert (bytes != NULL);
  /* Resource data is NUL-terminated. */
  lines = g_strsplit (g_bytes_get_data (bytes, NULL), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", 3);

      if (*lines[i] != '#' && g_strv_length (cells) >= 2)
        add (self, cells);
    }
}

static gpointer
read_tables (gpointer data)
{
  Names *self = g_new0 (Names, 1);

  tv_perfetto_register_resource ();
  self->meminfo = g_ptr_array_new ();
  self->vmstat = g_ptr_array_new ();
  read_table (self, "/formats/perfetto/counter-names.tsv", add_counter);
  return self;
}

static const Names *
get_names (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, read_tables, NULL);
}

static gpointer
find (const GPtrArray *list, guint number)
{
  return number < list->len ? list->pdata[number] : NULL;
}

/**
 * tv_perfetto_meminfo_name:
 * @number: value of the enum MeminfoCounters
 *
 * Returns: (transfer none) (nullable): name of the counter in /proc/meminfo
 */
const char *
tv_perfetto_meminfo_name (guint number)
{
  return find (get_names ()->meminfo, number);
}

/**
 * tv_perfetto_vmstat_name:
 * @number: value of the enum VmstatCounters
 *
 * Returns: (transfer none) (nullable): name of the counter in /proc/vmstat
 */
const char *
tv_perfetto_vmstat_name (guint number)
{
  return find (get_names ()->vmstat, number);
}
