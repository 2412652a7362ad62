/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/fault-address.h"

#include <string.h>

/* Interprets the addresses of a crash by means of the memory map and the registers in the file. Called by
 * incident-crash.c, and by the tables and views of memory and registers. Pure: only reads the trace. */

/* Maximum distance in bytes from the stack pointer down to a function's first access to its frame. Compilers probe
 * large frames page by page, and larger frames are rare. */
#define STACK_REACH (256u * 1024)

#define TAG_SHIFT 56 /* AArch64 ignores this bit and all higher bits of an address */

static guint64
without_tag (guint64 address)
{
  return address & ((G_GUINT64_CONSTANT (1) << TAG_SHIFT) - 1);
}

/* Returns the memory region of a fault that contains an address, or TV_NONE. */
static guint32
find_around (const TvFaults *faults, guint32 fault, guint64 address)
{
  guint32 low = 0, high = faults->n_regions;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      const TvMemoryRegion *region = &faults->regions[middle];

      if (region->fault < fault || (region->fault == fault && region->start <= address))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || faults->regions[low - 1].fault != fault ||
      faults->regions[low - 1].last < address)
    return TV_NONE;
  return low - 1;
}

/**
 * tv_fault_find_region:
 * @trace: a trace
 * @fault: a fault
 * @address: address in the program's memory; may have a tag in its highest byte
 *
 * Returns: #TvMemoryRegion that contains the address; %TV_NONE if there is none, or if the file has no memory map
 */
guint32
tv_fault_find_region (TvTrace *trace, guint32 fault, guint64 address)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  guint32 region = find_around (faults, fault, address);

  return region != TV_NONE ? region : find_around (faults, fault, without_tag (address));
}

/**
 * tv_fault_is_in_region:
 * @trace: a trace
 * @region: a #TvMemoryRegion
 * @address: address; may have a tag in its highest byte
 *
 * Returns: whether the region contains the address
 */
gboolean
tv_fault_is_in_region (TvTrace *trace, guint32 region, guint64 address)
{
  const TvMemoryRegion *row = &tv_trace_get_faults (trace)->regions[region];

  return (row->start <= address && address <= row->last) ||
         (row->start <= without_tag (address) && without_tag (address) <= row->last);
}

/**
 * tv_fault_find_word:
 * @trace: a trace
 * @fault: a fault
 * @near: string id of the register around whose value memory was dumped, or %TV_NONE
 * @address: address to find; may have a tag in its highest byte
 *
 * Returns: #TvMemoryWord in the memory near the register that contains the address; or else the first word near the
 * register; or else any word that contains the address; %TV_NONE if there is none
 */
guint32
tv_fault_find_word (TvTrace *trace, guint32 fault, guint32 near, guint64 address)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  guint32 around = TV_NONE, first = TV_NONE;

  address = without_tag (address);
  for (guint32 i = 0; i < faults->n_words; i++)
    {
      const TvMemoryWord *word = &faults->words[i];
      gboolean is_near = near != TV_NONE && word->near == near;
      guint64 start = without_tag (word->address);

      if (word->fault != fault)
        continue;
      if (address >= start && address - start < word->n_bytes)
        {
          if (is_near)
            return i;
          around = around == TV_NONE ? i : around;
        }
      else if (is_near && first == TV_NONE)
        first = i;
    }
  return first != TV_NONE ? first : around;
}

/**
 * get_register:
 * @trace: a trace
 * @thread: a #TvDumpThread
 * @name: register name, such as "sp"
 * @value: (out): value of the register
 *
 * Returns: whether the file contains the register
 */
static gboolean
get_register (TvTrace *trace, guint32 thread, const char *name, guint64 *value)
{
  const TvFaults *faults = tv_trace_get_faults (trace);

  for (guint32 i = 0; i < faults->n_registers; i++)
    if (faults->registers[i].thread == thread &&
        g_strcmp0 (tv_trace_get_string (trace, faults->registers[i].name), name) == 0)
      {
        *value = faults->registers[i].value;
        return TRUE;
      }
  return FALSE;
}

static gboolean
get_stack_pointer (TvTrace *trace, guint32 thread, guint64 *value)
{
  static const char *const names[] = { "sp", "rsp", "esp" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (get_register (trace, thread, names[i], value))
      return TRUE;
  return FALSE;
}

/* Returns whether an address is slightly below the stack pointer and not writable. Such an access is a stack
 * overflow, because a guard page follows the end of a stack. */
static gboolean
is_stack_end (TvTrace *trace, const TvFault *fault, const TvMemoryRegion *region)
{
  guint64 pointer;

  return fault->thread != TV_NONE && get_stack_pointer (trace, fault->thread, &pointer) &&
         pointer != 0 && fault->address < pointer + fault->page_bytes &&
         fault->address + STACK_REACH >= pointer &&
         (region == NULL || (region->access & TV_MEMORY_WRITE) == 0);
}

static gboolean
has_map (const TvFaults *faults, guint32 fault)
{
  for (guint32 i = 0; i < faults->n_regions; i++)
    if (faults->regions[i].fault == fault)
      return TRUE;
  return FALSE;
}

/**
 * tv_fault_classify_address:
 * @trace: a trace
 * @fault: a fault
 * @region: (out): #TvMemoryRegion that contains the fault's address, or %TV_NONE
 *
 * Returns: kind of memory at the fault's address. Only SIGSEGV and SIGBUS have meaningful addresses
 */
TvAddressKind
tv_fault_classify_address (TvTrace *trace, guint32 fault, guint32 *region)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvFault *self = &faults->faults[fault];
  const char *code = tv_trace_get_string (trace, self->code_name);
  const char *reason = tv_trace_get_string (trace, self->reason);

  *region = TV_NONE;
  if (!self->has_address ||
      (g_strcmp0 (reason, "SIGSEGV") != 0 && g_strcmp0 (reason, "SIGBUS") != 0))
    return TV_ADDRESS_NONE;
  if (self->address < self->page_bytes)
    return TV_ADDRESS_NULL;
  *region = tv_fault_find_region (trace, fault, self->address);
  if (g_strcmp0 (reason, "SIGSEGV") == 0 &&
      is_stack_end (trace, self, *region != TV_NONE ? &faults->regions[*region] : NULL))
    return TV_ADDRESS_STACK_END;
  if (*region == TV_NONE)
    return g_strcmp0 (code, "SEGV_MAPERR") == 0 || has_map (faults, fault) ? TV_ADDRESS_UNMAPPED
                                                                           : TV_ADDRESS_NONE;
  return g_strcmp0 (code, "SEGV_ACCERR") == 0 ? TV_ADDRESS_FORBIDDEN : TV_ADDRESS_MAPPED;
}
