/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-left-out.h"

#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-payload-name.h"
#include "formats/perfetto/perfetto-walk.h"

#define MAX_MACHINES 16 /* that are told apart */

typedef struct
{
  guint32 id;
  guint64 n;
} Machine;

struct _TvPerfettoLeftOut
{
  guint64 n_of_kind[TV_N_PERFETTO_PAYLOADS]; /* the first: of kinds that nobody knows */
  Machine machines[MAX_MACHINES];
  guint n_machines;
  guint64 n_of_more_machines;

  /* Of the machine that is read, while it is looked for. */
  guint32 first_machine;
  gboolean has_first;
  gboolean has_host;
};

TvPerfettoLeftOut *
tv_perfetto_left_out_new (void)
{
  return g_new0 (TvPerfettoLeftOut, 1);
}

void
tv_perfetto_left_out_free (TvPerfettoLeftOut *self)
{
  g_free (self);
}

/* ---- Machines ---- */

/* A #TvPerfettoVisit: goes on until something of the host is seen. */
static gboolean
look_for_host (const TvPerfettoPacket *packet, gpointer data)
{
  TvPerfettoLeftOut *self = data;

  if (packet->payload == 0)
    return TRUE;
  if (!self->has_first)
    self->first_machine = packet->machine;
  self->has_first = TRUE;
  self->has_host = packet->machine == 0;
  return !self->has_host;
}

/**
 * tv_perfetto_choose_machine:
 * @reader: a reader
 * @input: a file
 * @error: as tv_perfetto_walk()
 *
 * Finds out of which machine packets are read: of the one that the recorder ran on, which has no number; of a trace
 * of another machine alone, of that.
 *
 * Returns: %FALSE with @error if it was stopped
 */
gboolean
tv_perfetto_choose_machine (TvPerfettoReader *reader, TvInput *input, GError **error)
{
  TvPerfettoLeftOut *self = reader->left_out;
  TvPerfettoWalk walk = { .input = input,
                          .place = reader->place,
                          .context = reader->context,
                          .visit = look_for_host,
                          .data = self };

  if (!tv_perfetto_walk (&walk, error))
    return FALSE;
  reader->machine_id = self->has_host ? 0 : self->first_machine;
  return TRUE;
}

gboolean
tv_perfetto_is_of_machine (const TvPerfettoReader *reader, const TvPerfettoPacket *packet)
{
  return packet->machine == reader->machine_id;
}

void
tv_perfetto_left_out_count_machine (TvPerfettoLeftOut *self, guint32 machine)
{
  guint i = 0;

  while (i < self->n_machines && self->machines[i].id != machine)
    i++;
  if (i == MAX_MACHINES)
    {
      self->n_of_more_machines++;
      return;
    }
  if (i == self->n_machines)
    self->machines[self->n_machines++] = (Machine){ .id = machine };
  self->machines[i].n++;
}

/* ---- Kinds ---- */

void
tv_perfetto_left_out_count (TvPerfettoLeftOut *self, guint payload)
{
  self->n_of_kind[payload < TV_N_PERFETTO_PAYLOADS ? payload : 0]++;
}

static guint64
append (GString *text, const char *name, guint64 n)
{
  if (n > 0)
    g_string_append_printf (text, "%s%s \303\227 %" G_GUINT64_FORMAT, text->len > 0 ? ", " : "",
                            name, n);
  return n;
}

static guint64
append_machines (const TvPerfettoLeftOut *self, GString *text)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_machines; i++)
    {
      g_autofree char *name = self->machines[i].id != 0
                                  ? g_strdup_printf (_("all of machine %u"), self->machines[i].id)
                                  : g_strdup (_("packets of no machine"));

      n += append (text, name, self->machines[i].n);
    }
  return n + append (text, _("all of other machines"), self->n_of_more_machines);
}

/**
 * tv_perfetto_left_out_tell:
 * @reader: a reader of which all packets were taken
 *
 * Tells what was left out as one note, which names what was recorded and how much of it.
 */
void
tv_perfetto_left_out_tell (TvPerfettoReader *reader)
{
  const TvPerfettoLeftOut *self = reader->left_out;
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 n = append_machines (self, text);

  for (guint i = 1; i < TV_N_PERFETTO_PAYLOADS; i++)
    {
      g_autofree char *field = g_strdup_printf (_("field %u"), i);
      const char *name = tv_perfetto_payload_get_name (i);

      n += append (text, name != NULL ? name : field, self->n_of_kind[i]);
    }
  n += append (text, _("fields that nobody knows"), self->n_of_kind[0]);
  if (n == 0)
    return;
  tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_UNREAD_PART, -1, "%s", text->str);
  tv_trace_builder_count_problems (reader->builder, TV_PROBLEM_UNREAD_PART, -1, n - 1);
}
