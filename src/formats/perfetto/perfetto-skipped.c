/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-skipped.h"

#include <glib/gi18n.h>

#include "formats/perfetto/perfetto-payload-name.h"

/* Counts skipped packets by kind. The packet loop in perfetto.c and perfetto-buffers.c count packets. At the end,
 * perfetto-machines.c adds up the counts of all machines and reports a single problem. */

struct _TvPerfettoSkipped
{
  guint64 n_of_kind
      [TV_N_PERFETTO_PAYLOADS]; /* number of packets per payload field; index 0 counts unknown fields */
};

TvPerfettoSkipped *
tv_perfetto_skipped_new (void)
{
  return g_new0 (TvPerfettoSkipped, 1);
}

void
tv_perfetto_skipped_free (TvPerfettoSkipped *self)
{
  g_free (self);
}

void
tv_perfetto_skipped_count (TvPerfettoSkipped *self, guint payload)
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

/* Adds the counts of @other. */
void
tv_perfetto_skipped_join (TvPerfettoSkipped *self, const TvPerfettoSkipped *other)
{
  for (guint i = 0; i < TV_N_PERFETTO_PAYLOADS; i++)
    self->n_of_kind[i] += other->n_of_kind[i];
}

/**
 * tv_perfetto_skipped_emit:
 * @reader: reader of the device, after the last packet
 * @n_of_machines: number of packets from machines beyond the maximum number of machines
 *
 * Reports all skipped packets as a single problem that lists their kinds and counts.
 */
void
tv_perfetto_skipped_emit (TvPerfettoReader *reader, guint64 n_of_machines)
{
  const TvPerfettoSkipped *self = reader->left_out;
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 n = append (text, _("all packets of other machines"), n_of_machines);

  for (guint i = 1; i < TV_N_PERFETTO_PAYLOADS; i++)
    if (self->n_of_kind[i] > 0)
      {
        g_autofree char *field = g_strdup_printf (_("field %u"), i);
        const char *name = tv_perfetto_payload_get_name (i);

        n += append (text, name != NULL ? name : field, self->n_of_kind[i]);
      }
  n += append (text, _("unknown fields"), self->n_of_kind[0]);
  if (n == 0)
    return;
  tv_trace_builder_add_problem (reader->builder, TV_PROBLEM_UNREAD_PART, -1, "%s", text->str);
  tv_trace_builder_count_problems (reader->builder, TV_PROBLEM_UNREAD_PART, -1, n - 1);
}
