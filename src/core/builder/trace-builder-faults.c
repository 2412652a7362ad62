/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/faults-part.h"

#include <stdlib.h>

#include "core/builder/dumps-part.h"
#include "core/builder/rows.h"
#include "core/trace-edit.h"

/* Crashes and freezes, with their details. Called by the readers of crashes and freezes (formats/crash). Details are
 * added to the last fault. tv_trace_builder_get_fault() returns the last fault, so that readers can change it until
 * the next fault begins. */

#define DEFAULT_PAGE_BYTES 4096 /* used if the file does not contain a page size */

struct _TvFaultsPart
{
  GArray *faults;            /* TvFault */
  GArray *causes;            /* TvFaultCause */
  GArray *registers;         /* TvRegister */
  GArray *regions;           /* TvMemoryRegion */
  GArray *words;             /* TvMemoryWord */
  GArray *files;             /* TvOpenFile */
  GArray *events;            /* TvQueueEvent */
  GArray *servers;           /* TvBinderPool */
  guint first_of_file;       /* first fault of the file that is being read */
  guint first_event_of_file; /* first queue event of the file that is being read */
};

static void
init (TvTraceBuilder *self)
{
  TvFaultsPart *part = self->faults = g_new0 (TvFaultsPart, 1);

  part->faults = g_array_new (FALSE, FALSE, sizeof (TvFault));
  part->causes = g_array_new (FALSE, FALSE, sizeof (TvFaultCause));
  part->registers = g_array_new (FALSE, FALSE, sizeof (TvRegister));
  part->regions = g_array_new (FALSE, FALSE, sizeof (TvMemoryRegion));
  part->words = g_array_new (FALSE, FALSE, sizeof (TvMemoryWord));
  part->files = g_array_new (FALSE, FALSE, sizeof (TvOpenFile));
  part->events = g_array_new (FALSE, FALSE, sizeof (TvQueueEvent));
  part->servers = g_array_new (FALSE, FALSE, sizeof (TvBinderPool));
}

static void
clear (TvTraceBuilder *self)
{
  g_array_unref (self->faults->faults);
  g_array_unref (self->faults->causes);
  g_array_unref (self->faults->registers);
  g_array_unref (self->faults->regions);
  g_array_unref (self->faults->words);
  g_array_unref (self->faults->files);
  g_array_unref (self->faults->events);
  g_array_unref (self->faults->servers);
  g_clear_pointer (&self->faults, g_free);
}

static void
begin_file (TvTraceBuilder *self)
{
  self->faults->first_of_file = self->faults->faults->len;
  self->faults->first_event_of_file = self->faults->events->len;
}

static void
end_file (TvTraceBuilder *self, gint64 offset_ns, gint64 uncertainty_ns)
{
  static const gsize offsets[] = { G_STRUCT_OFFSET (TvQueueEvent, seen),
                                   G_STRUCT_OFFSET (TvQueueEvent, sent),
                                   G_STRUCT_OFFSET (TvQueueEvent, due),
                                   G_STRUCT_OFFSET (TvQueueEvent, began),
                                   G_STRUCT_OFFSET (TvQueueEvent, ended) };
  TvFaultsPart *part = self->faults;

  tv_rows_shift (part->faults, part->first_of_file, G_STRUCT_OFFSET (TvFault, ts), offset_ns);
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    tv_rows_shift (part->events, part->first_event_of_file, offsets[i], offset_ns);
}

const TvBuilderPart tv_builder_faults = { init, clear, begin_file, end_file };

/* Returns: (transfer none) (array length=n): the faults added so far */
const TvFault *
tv_trace_builder_get_faults (const TvTraceBuilder *self, guint *n)
{
  *n = self->faults->faults->len;
  return (const TvFault *) (gconstpointer) self->faults->faults->data;
}

/**
 * tv_trace_builder_begin_fault:
 * @fault: a crash or freeze; a page size of 0 is replaced by the default
 *
 * Begins a fault. The details that are added next belong to this fault; tv_trace_builder_get_fault() returns it for
 * changes.
 *
 * Returns: row of the fault
 */
guint32
tv_trace_builder_begin_fault (TvTraceBuilder *self, const TvFault *fault)
{
  TvFault row = *fault;

  g_return_val_if_fail (fault->kind < TV_N_FAULT_KINDS, TV_NONE);
  if (row.page_bytes == 0)
    row.page_bytes = DEFAULT_PAGE_BYTES;
  row.report = tv_trace_builder_begin_report (self);
  if (tv_trace_builder_has_row (self, self->faults->faults))
    g_array_append_val (self->faults->faults, row);
  return self->faults->faults->len - 1;
}

/**
 * tv_trace_builder_get_fault:
 * @self: a builder that has begun a fault
 *
 * Returns: (transfer none): the last fault, which the caller may change; valid until the next fault begins
 */
TvFault *
tv_trace_builder_get_fault (TvTraceBuilder *self)
{
  g_return_val_if_fail (self->faults->faults->len > 0, NULL);
  return &g_array_index (self->faults->faults, TvFault, self->faults->faults->len - 1);
}

#define ADD_ROW(rows, Type, row)                                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    Type copy = *(row);                                                                            \
                                                                                                   \
    g_return_if_fail (self->faults->faults->len > 0);                                              \
    copy.fault = self->faults->faults->len - 1;                                                    \
    if (tv_trace_builder_has_row (self, rows))                                                     \
      g_array_append_val (rows, copy);                                                             \
  }                                                                                                \
  G_STMT_END

/**
 * tv_trace_builder_add_fault_cause:
 * @self: a builder that has begun a fault
 * @text: string id of a probable cause, as reported by the device
 *
 * Adds a cause to the last fault.
 */
void
tv_trace_builder_add_fault_cause (TvTraceBuilder *self, guint32 text)
{
  TvFaultCause cause = { .text = text };

  ADD_ROW (self->faults->causes, TvFaultCause, &cause);
}

/**
 * tv_trace_builder_add_register:
 * @self: a builder that has begun a fault
 * @reg: a register of a thread that has been added
 *
 * Adds a register to the last fault.
 */
void
tv_trace_builder_add_register (TvTraceBuilder *self, const TvRegister *reg)
{
  g_return_if_fail (reg->thread < tv_trace_builder_get_n_dump_threads (self));
  ADD_ROW (self->faults->registers, TvRegister, reg);
}

/**
 * tv_trace_builder_add_memory_region:
 * @self: a builder that has begun a fault
 *
 * Adds a region of the crashed program's memory to the last fault.
 */
void
tv_trace_builder_add_memory_region (TvTraceBuilder *self, const TvMemoryRegion *region)
{
  ADD_ROW (self->faults->regions, TvMemoryRegion, region);
}

/**
 * tv_trace_builder_add_memory_word:
 * @self: a builder that has begun a fault
 *
 * Adds a word of the crashed program's memory to the last fault.
 */
void
tv_trace_builder_add_memory_word (TvTraceBuilder *self, const TvMemoryWord *word)
{
  g_return_if_fail (word->n_bytes >= 1 && word->n_bytes <= 8);
  ADD_ROW (self->faults->words, TvMemoryWord, word);
}

/**
 * tv_trace_builder_add_open_file:
 * @self: a builder that has begun a fault
 *
 * Adds a file that the program had open to the last fault.
 */
void
tv_trace_builder_add_open_file (TvTraceBuilder *self, const TvOpenFile *file)
{
  ADD_ROW (self->faults->files, TvOpenFile, file);
}

/**
 * tv_trace_builder_add_queue_event:
 * @self: a builder that has begun a fault
 * @event: a task in the event queue of a thread
 *
 * Adds a queue event to the last fault.
 */
void
tv_trace_builder_add_queue_event (TvTraceBuilder *self, const TvQueueEvent *event)
{
  g_return_if_fail (event->state < TV_N_QUEUE_EVENT_STATES);
  ADD_ROW (self->faults->events, TvQueueEvent, event);
}

/**
 * tv_trace_builder_add_binder_pool:
 * @self: a builder that has begun a fault
 * @server: binder threads of a process that answers binder calls
 *
 * Adds a binder server to the last fault.
 */
void
tv_trace_builder_add_binder_pool (TvTraceBuilder *self, const TvBinderPool *server)
{
  ADD_ROW (self->faults->servers, TvBinderPool, server);
}

static int
compare_regions (gconstpointer a, gconstpointer b)
{
  const TvMemoryRegion *first = a, *second = b;

  if (first->fault != second->fault)
    return first->fault < second->fault ? -1 : 1;
  if (first->start != second->start)
    return first->start < second->start ? -1 : 1;
  return first->last < second->last ? -1 : first->last > second->last;
}

void
tv_trace_builder_lay_out_faults (TvTraceBuilder *self)
{
  TvFaults *faults = tv_trace_edit_faults (self->trace);

  if (self->faults->regions->len > 0)
    qsort (self->faults->regions->data, self->faults->regions->len, sizeof (TvMemoryRegion),
           compare_regions);
  faults->faults = tv_rows_take (self->faults->faults, &faults->n);
  faults->causes = tv_rows_take (self->faults->causes, &faults->n_causes);
  faults->registers = tv_rows_take (self->faults->registers, &faults->n_registers);
  faults->regions = tv_rows_take (self->faults->regions, &faults->n_regions);
  faults->words = tv_rows_take (self->faults->words, &faults->n_words);
  faults->files = tv_rows_take (self->faults->files, &faults->n_files);
  faults->events = tv_rows_take (self->faults->events, &faults->n_events);
  faults->servers = tv_rows_take (self->faults->servers, &faults->n_servers);
}
