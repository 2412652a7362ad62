/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/metadata-part.h"

#include <string.h>

#include "core/trace-edit.h"

/* Metadata: keys and values that describe the recording, such as the device model. Called by most readers. The array
 * of rows belongs to the trace from the start, so this part has no stage. */

/* Protects against damaged files; recordings usually have about ten entries. */
#define MAX_METADATA 1000

struct _TvMetadataPart
{
  GArray *rows;        /* TvMetadata; owned by the trace */
  guint first_of_file; /* first row of the file that is being read */
};

static void
clear_metadata (gpointer data)
{
  TvMetadata *metadata = data;

  g_free ((char *) metadata->key);
  g_free ((char *) metadata->value);
}

static void
init (TvTraceBuilder *self)
{
  self->metadata = g_new0 (TvMetadataPart, 1);
  self->metadata->rows = g_array_new (FALSE, FALSE, sizeof (TvMetadata));
  g_array_set_clear_func (self->metadata->rows, clear_metadata);
  tv_trace_take_metadata (self->trace, self->metadata->rows);
}

static void
clear (TvTraceBuilder *self)
{
  g_clear_pointer (&self->metadata, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->metadata->first_of_file = self->metadata->rows->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns G_GNUC_UNUSED, gint64 uncertainty_ns G_GNUC_UNUSED)
{
  self->metadata->first_of_file = 0;
}

const TvBuilderPart tv_builder_metadata = { init, clear, begin_file, end_file };

/**
 * tv_trace_builder_add_metadata_strings:
 * @self: a builder
 * @key: string id
 * @value: string id
 *
 * Adds an entry. If there are already a thousand entries, counts a problem instead.
 */
void
tv_trace_builder_add_metadata_strings (TvTraceBuilder *self, guint32 key, guint32 value)
{
  GArray *rows = self->metadata->rows;

  if (rows->len >= MAX_METADATA)
    tv_trace_builder_count_problem (self, TV_PROBLEM_MUCH_METADATA, -1);
  else
    g_array_append_val (rows,
                        ((TvMetadata){ g_strdup (tv_trace_builder_get_string (self, key)),
                                       g_strdup (tv_trace_builder_get_string (self, value)) }));
}

/**
 * tv_trace_builder_add_metadata:
 * @value: bytes of the file
 * @value_len: size of @value in bytes, or -1 if it is NUL-terminated
 *
 * Interns the key and the value, and adds an entry like tv_trace_builder_add_metadata_strings().
 */
void
tv_trace_builder_add_metadata (TvTraceBuilder *self,
                               const char *key,
                               const char *value,
                               gssize value_len)
{
  tv_trace_builder_add_metadata_strings (self, tv_trace_builder_intern (self, key, -1),
                                         tv_trace_builder_intern (self, value, value_len));
}

/**
 * tv_trace_builder_get_metadata:
 *
 * Returns: (transfer none) (nullable): the last value that has been added for the key in the current file
 */
const char *
tv_trace_builder_get_metadata (TvTraceBuilder *self, const char *key)
{
  for (guint i = self->metadata->rows->len; i > self->metadata->first_of_file; i--)
    {
      const TvMetadata *metadata = &g_array_index (self->metadata->rows, TvMetadata, i - 1);

      if (strcmp (metadata->key, key) == 0)
        return metadata->value;
    }
  return NULL;
}
