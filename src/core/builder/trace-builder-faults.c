/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "core/builder/trace-builder-private.h"

/* Crashes and freezes, and what belongs to them. */

#define DEFAULT_PAGE_BYTES 4096 /* where a file does not tell */

void
tv_trace_builder_init_faults (TvTraceBuilder *self)
{
  self->faults = g_array_new (FALSE, FALSE, sizeof (TvFault));
  self->fault_causes = g_array_new (FALSE, FALSE, sizeof (TvFaultCause));
  self->registers = g_array_new (FALSE, FALSE, sizeof (TvRegister));
  self->memory_regions = g_array_new (FALSE, FALSE, sizeof (TvMemoryRegion));
  self->memory_words = g_array_new (FALSE, FALSE, sizeof (TvMemoryWord));
  self->open_files = g_array_new (FALSE, FALSE, sizeof (TvOpenFile));
  self->queue_events = g_array_new (FALSE, FALSE, sizeof (TvQueueEvent));
  self->call_servers = g_array_new (FALSE, FALSE, sizeof (TvCallServer));
}

void
tv_trace_builder_clear_faults (TvTraceBuilder *self)
{
  g_array_unref (self->faults);
  g_array_unref (self->fault_causes);
  g_array_unref (self->registers);
  g_array_unref (self->memory_regions);
  g_array_unref (self->memory_words);
  g_array_unref (self->open_files);
  g_array_unref (self->queue_events);
  g_array_unref (self->call_servers);
}

/**
 * tv_trace_builder_begin_fault:
 * @self: a builder
 * @fault: a crash or freeze, of which more may be told by tv_trace_builder_get_fault(); without a size of
 *   pages they have the usual one
 *
 * Returns: its number; what follows belongs to it
 */
guint32
tv_trace_builder_begin_fault (TvTraceBuilder *self, const TvFault *fault)
{
  TvFault row = *fault;

  g_return_val_if_fail (fault->kind < TV_N_FAULT_KINDS, TV_NONE);
  if (row.page_bytes == 0)
    row.page_bytes = DEFAULT_PAGE_BYTES;
  if (tv_trace_builder_has_row (self, self->faults))
    g_array_append_val (self->faults, row);
  return self->faults->len - 1;
}

/**
 * tv_trace_builder_get_fault:
 * @self: a builder that has begun a fault
 *
 * Returns: (transfer none): that which was begun last, to tell what was not known of it then; until the next
 */
TvFault *
tv_trace_builder_get_fault (TvTraceBuilder *self)
{
  g_return_val_if_fail (self->faults->len > 0, NULL);
  return &g_array_index (self->faults, TvFault, self->faults->len - 1);
}

#define ADD_ROW(rows, Type, row)                                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    Type copy = *(row);                                                                            \
                                                                                                   \
    g_return_if_fail (self->faults->len > 0);                                                      \
    copy.fault = self->faults->len - 1;                                                            \
    if (tv_trace_builder_has_row (self, rows))                                                     \
      g_array_append_val (rows, copy);                                                             \
  }                                                                                                \
  G_STMT_END

/**
 * tv_trace_builder_add_fault_cause:
 * @self: a builder that has begun a fault
 * @text: string: what the device takes for its cause
 */
void
tv_trace_builder_add_fault_cause (TvTraceBuilder *self, guint32 text)
{
  TvFaultCause cause = { .text = text };

  ADD_ROW (self->fault_causes, TvFaultCause, &cause);
}

/**
 * tv_trace_builder_add_register:
 * @self: a builder that has begun a fault
 * @reg: a register of a thread of a dump that was told
 */
void
tv_trace_builder_add_register (TvTraceBuilder *self, const TvRegister *reg)
{
  g_return_if_fail (reg->thread < self->dump_threads->len);
  ADD_ROW (self->registers, TvRegister, reg);
}

/**
 * tv_trace_builder_add_memory_region:
 * @self: a builder that has begun a fault
 * @region: a region of the program's memory
 */
void
tv_trace_builder_add_memory_region (TvTraceBuilder *self, const TvMemoryRegion *region)
{
  ADD_ROW (self->memory_regions, TvMemoryRegion, region);
}

/**
 * tv_trace_builder_add_memory_word:
 * @self: a builder that has begun a fault
 * @word: what was in the program's memory
 */
void
tv_trace_builder_add_memory_word (TvTraceBuilder *self, const TvMemoryWord *word)
{
  g_return_if_fail (word->n_bytes >= 1 && word->n_bytes <= 8);
  ADD_ROW (self->memory_words, TvMemoryWord, word);
}

/**
 * tv_trace_builder_add_open_file:
 * @self: a builder that has begun a fault
 * @file: what the program had open
 */
void
tv_trace_builder_add_open_file (TvTraceBuilder *self, const TvOpenFile *file)
{
  ADD_ROW (self->open_files, TvOpenFile, file);
}

/**
 * tv_trace_builder_add_queue_event:
 * @self: a builder that has begun a fault
 * @event: what a thread of the program did or was to do
 */
void
tv_trace_builder_add_queue_event (TvTraceBuilder *self, const TvQueueEvent *event)
{
  g_return_if_fail (event->state < TV_N_QUEUE_EVENT_STATES);
  ADD_ROW (self->queue_events, TvQueueEvent, event);
}

/**
 * tv_trace_builder_add_call_server:
 * @self: a builder that has begun a fault
 * @server: a process that answers calls of others
 */
void
tv_trace_builder_add_call_server (TvTraceBuilder *self, const TvCallServer *server)
{
  ADD_ROW (self->call_servers, TvCallServer, server);
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
  TvFaults *faults = &self->trace->faults;

  if (self->memory_regions->len > 0)
    qsort (self->memory_regions->data, self->memory_regions->len, sizeof (TvMemoryRegion),
           compare_regions);
  faults->faults = tv_trace_builder_take_rows (self->faults, &faults->n);
  faults->causes = tv_trace_builder_take_rows (self->fault_causes, &faults->n_causes);
  faults->registers = tv_trace_builder_take_rows (self->registers, &faults->n_registers);
  faults->regions = tv_trace_builder_take_rows (self->memory_regions, &faults->n_regions);
  faults->words = tv_trace_builder_take_rows (self->memory_words, &faults->n_words);
  faults->files = tv_trace_builder_take_rows (self->open_files, &faults->n_files);
  faults->events = tv_trace_builder_take_rows (self->queue_events, &faults->n_events);
  faults->servers = tv_trace_builder_take_rows (self->call_servers, &faults->n_servers);
}
