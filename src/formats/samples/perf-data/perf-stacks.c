/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/samples/perf-data/perf-replay.h"

/* Resolves the stacks of samples: converts addresses to frames with the current mappings. Threads have few different
 * stacks, so a cache of recent stacks is searched first. Most other stacks share their outer callers with the
 * previous stack of the thread, so these callers are not resolved again:
 *
 *     before   leaf ◀ … ◀ draw ◀ run ◀ main
 *     now           text ◀ draw ◀ run ◀ main      three are known
 *
 * Part of TvPerfReplay. Entry point: tv_perf_replay_get_callsite(), called by perf-replay.c for each sample. Adds
 * frames and callsites through the sample writer; the caches are in TvPerfReplay. */

#define MAX_FRAMES     65535
#define N_STACKS       (1u << 13) /* a power of two, because the hash is masked to an index */
#define MAX_LASTS      4096
#define KERNEL_PATH    "[kernel.kallsyms]"
#define NODE_IP_BITS   40
#define NODE_NEXT_BITS 23
#define NODE_IS_KERNEL (G_GUINT64_CONSTANT (1) << 63)
#define KERNEL_TOP     G_GUINT64_CONSTANT (0xffffff0000000000)
#define LIST_NODE_BITS 23

typedef struct
{
  TvSpan chain;
  guint64 ip;
  guint64 version; /* version of the mappings of the process */
  guint64 kernel_version;
  guint32 callsite;
  gboolean is_kernel;
} Stack;

/* The previous stack of a thread. Only the part of its chain after the last marker is compared. */
typedef struct
{
  TvSpan chain;
  guint64 version;
  guint64 kernel_version;
  guint64 mark;      /* last marker, or, without one, whether the sample is in the kernel */
  GArray *callsites; /* guint32 per word of the chain: callsite, outermost first */
} Last;

/* ---- One frame ---- */

static guint64
get_symbol_address (const TvPerfMap *map, const TvPerfLibrary *library, guint64 ip)
{
  guint64 offset = ip - map->start + map->offset;

  if (map->is_symbol_file)
    return ip;
  switch (library->kind)
    {
    case TV_PERF_ADDRESS_ELF:
      return library->code_offset != G_MAXUINT64
                 ? offset - library->code_offset + library->min_vaddr
                 : ip - map->start + library->min_vaddr;
    case TV_PERF_ADDRESS_MODULE:
      return ip - map->start + library->min_vaddr -
             (library->code_offset != G_MAXUINT64 ? library->code_offset : 0);
    case TV_PERF_ADDRESS_MEMORY:
      return ip;
    case TV_PERF_ADDRESS_OFFSET:
    default:
      return offset;
    }
}

/* Looks up a kernel symbol by absolute address, because the kernel's mapping begins at 0 or is missing. */
static void
find_kernel (TvPerfReplay *self, guint64 ip, TvSampleFrame *frame)
{
  TvSpan path = { KERNEL_PATH, strlen (KERNEL_PATH) };
  const TvPerfLibrary *library = tv_perf_symbols_find_library (&self->symbols, path);

  frame->path = path;
  frame->address = ip;
  if (library != NULL)
    frame->name = tv_perf_symbols_find (&self->symbols, library, ip);
}

static void
find_frame (TvPerfReplay *self, guint space, guint64 ip, guint64 lookup, TvSampleFrame *frame)
{
  const TvPerfMap *map = tv_perf_maps_find (&self->maps, space, lookup);
  const TvPerfLibrary *library;

  *frame = (TvSampleFrame){ .kind = space == TV_PERF_KERNEL_SPACE ? TV_FRAME_KERNEL
                                                                  : TV_FRAME_OTHER,
                            .has_address = TRUE,
                            .is_return = lookup != ip };
  if (map == NULL || tv_sample_path_get_kind (map->path) == TV_FRAME_KERNEL)
    {
      gboolean is_module = map != NULL && !tv_span_is (map->path, KERNEL_PATH);

      if (space == TV_PERF_KERNEL_SPACE && !is_module)
        find_kernel (self, ip, frame);
      if (!is_module)
        return;
    }
  frame->path = tv_span_is (map->path, "//anon") ? (TvSpan){ NULL, 0 } : map->path;
  frame->address = ip - map->start + map->offset;
  frame->is_offset = TRUE;
  library = tv_perf_symbols_find_library (&self->symbols, map->path);
  if (library == NULL)
    return;
  frame->name = tv_perf_symbols_find (&self->symbols, library,
                                      get_symbol_address (map, library, lookup));
  frame->address = get_symbol_address (map, library, ip);
  frame->is_offset = library->kind == TV_PERF_ADDRESS_OFFSET;
  if (frame->name.size == 0 && library->kind == TV_PERF_ADDRESS_MODULE)
    {
      const TvPerfLibrary *kernel = tv_perf_symbols_find_library (
          &self->symbols, (TvSpan){ KERNEL_PATH, strlen (KERNEL_PATH) });

      if (kernel != NULL)
        frame->name = tv_perf_symbols_find (&self->symbols, kernel, lookup);
    }
}

/* Gets or adds the frame at @ip. @lookup is the address whose symbol is looked up; for a call, it is less than the
 * return address @ip. */
static guint32
get_frame (TvPerfReplay *self, guint space, guint64 ip, guint64 lookup)
{
  guint64 version = g_array_index (self->maps.spaces, TvPerfSpace, space).version << 1 |
                    (lookup != ip);
  guint32 found = tv_frame_cache_find (&self->cache, version, ip);
  TvSampleFrame frame;

  if (found != TV_NONE)
    return found;
  find_frame (self, space, ip, lookup, &frame);
  found = tv_sample_writer_get_frame (&self->writer, &frame);
  tv_frame_cache_add (&self->cache, version, ip, found);
  return found;
}

/* ---- Deduplicated stacks of hiperf ---- */

/* Reads the table of each process, which consists of pairs of node number and node. */
static void
read_stack_tables (TvPerfReplay *self)
{
  TvSpan rest = self->file->features[TV_PERF_FEATURE_HIPERF_STACKS], nodes;
  guint32 n, pid, size, n_nodes, number;
  guint64 node;

  if (!tv_perf_take_u32 (&rest, &n))
    return;
  for (guint32 i = 0; i < n; i++)
    {
      if (!tv_perf_take_u32 (&rest, &pid) || !tv_perf_take_u32 (&rest, &size) ||
          !tv_perf_take_u32 (&rest, &n_nodes) ||
          !tv_perf_take_bytes (&rest, (guint64) n_nodes * 12, &nodes))
        return;
      while (tv_perf_take_u32 (&nodes, &number) && tv_perf_take_u64 (&nodes, &node))
        {
          if (tv_frame_cache_find (&self->stored_rows, pid, number) == TV_NONE)
            tv_frame_cache_add (&self->stored_rows, pid, number, self->stored_nodes->len);
          g_array_append_val (self->stored_nodes, node);
        }
    }
}

static void
clear_last (gpointer data)
{
  g_array_unref (((Last *) data)->callsites);
}

void
tv_perf_replay_init_stacks (TvPerfReplay *self)
{
  self->stacks = g_new0 (Stack, N_STACKS);
  self->lasts = g_array_new (FALSE, FALSE, sizeof (Last));
  g_array_set_clear_func (self->lasts, clear_last);
  tv_id_map_init (&self->last_rows);
  self->stored_nodes = g_array_new (FALSE, FALSE, sizeof (guint64));
  tv_frame_cache_init (&self->stored_rows);
  read_stack_tables (self);
}

void
tv_perf_replay_clear_stacks (TvPerfReplay *self)
{
  g_free (self->stacks);
  g_array_unref (self->lasts);
  tv_id_map_clear (&self->last_rows);
  g_array_unref (self->stored_nodes);
  tv_frame_cache_clear (&self->stored_rows);
}

/* Returns the chain of a sample that contains, instead of addresses, its first node and its length. */
static TvSpan
get_stored_chain (TvPerfReplay *self, const TvPerfSample *sample)
{
  guint64 word = tv_perf_get_u64 (sample->rest.text), count = word >> LIST_NODE_BITS;
  guint64 node = word & ((1u << LIST_NODE_BITS) - 1);

  g_array_set_size (self->chain, 0);
  for (guint64 i = 0; i < MIN (count, MAX_FRAMES); i++)
    {
      guint32 row = tv_frame_cache_find (&self->stored_rows, sample->pid, node);
      guint64 value, ip;

      if (row == TV_NONE)
        break;
      value = g_array_index (self->stored_nodes, guint64, row);
      ip = value & ((G_GUINT64_CONSTANT (1) << NODE_IP_BITS) - 1);
      if (value & NODE_IS_KERNEL)
        ip |= KERNEL_TOP;
      ip = GUINT64_TO_LE (ip);
      g_array_append_val (self->chain, ip);
      node = value >> NODE_IP_BITS & ((1u << NODE_NEXT_BITS) - 1);
      if (node == 0)
        break;
    }
  return (TvSpan){ self->chain->data, (gsize) self->chain->len * 8 };
}

/* ---- Stacks ---- */

static void
add_frame (TvPerfReplay *self, guint space, guint64 ip, gboolean is_call)
{
  guint32 frame = get_frame (self, space, ip,
                             is_call && self->program == TV_PERF_LINUX ? ip - 1 : ip);

  g_array_append_val (self->frames, frame);
}

/* Resolves a chain to frames, innermost first. In simpleperf and hiperf, the chain may lack the address of the
 * sample; it is then added as the innermost frame. Linux ends chains with invalid addresses, which are skipped; in
 * chains of the other tools, invalid addresses are unknown code. */
static void
put_frames (TvPerfReplay *self, const TvPerfSample *sample, TvSpan chain, guint space)
{
  guint at = sample->is_kernel ? TV_PERF_KERNEL_SPACE : space;
  guint64 ip;

  g_array_set_size (self->frames, 0);
  while (tv_perf_take_u64 (&chain, &ip) && self->frames->len < MAX_FRAMES)
    {
      if (ip >= TV_PERF_FIRST_MARK)
        {
          at = ip == TV_PERF_MARK_KERNEL || ip == TV_PERF_MARK_HYPERVISOR ? TV_PERF_KERNEL_SPACE
                                                                          : space;
          continue;
        }
      if (self->frames->len == 0 && self->program != TV_PERF_LINUX && ip != sample->ip &&
          sample->ip > 1)
        add_frame (self, sample->is_kernel ? TV_PERF_KERNEL_SPACE : space, sample->ip, FALSE);
      if (ip > 1 || self->program != TV_PERF_LINUX)
        add_frame (self, at, ip, self->frames->len > 0);
    }
  if (self->frames->len == 0)
    add_frame (self, sample->is_kernel ? TV_PERF_KERNEL_SPACE : space, sample->ip, FALSE);
}

/* ---- Common part of consecutive stacks ---- */

static guint64
get_word (TvSpan chain, gsize i)
{
  return tv_perf_get_u64 (chain.text + 8 * i);
}

static gsize
find_end_of_marks (TvSpan chain)
{
  gsize i = chain.size / 8;

  while (i > 0 && get_word (chain, i - 1) < TV_PERF_FIRST_MARK)
    i--;
  return i;
}

/* Returns the previous stack of a thread, which is empty for a new thread. Returns NULL if there are too many
 * threads. */
static Last *
get_last (TvPerfReplay *self, guint32 tid)
{
  guint32 row = tv_id_map_find (&self->last_rows, tid);

  if (row == TV_NONE)
    {
      Last last = { .mark = 0 };

      if (self->lasts->len >= MAX_LASTS)
        return NULL;
      last.callsites = g_array_new (FALSE, FALSE, sizeof (guint32));
      row = self->lasts->len;
      g_array_append_val (self->lasts, last);
      tv_id_map_set (&self->last_rows, tid, row);
    }
  return &g_array_index (self->lasts, Last, row);
}

/* Returns the number of outermost words that both chains have in common; 0 if the mappings or the last markers
 * differ, or the innermost word is not an address. The innermost word does not count. */
static gsize
count_common (const Last *last, const Stack *stack, guint64 mark, gsize n_words)
{
  gsize n = 0, n_chain = stack->chain.size / 8, n_last = last->chain.size / 8;
  gsize max = MIN (n_words - 1, last->callsites->len);

  if (last->version != stack->version || last->kernel_version != stack->kernel_version ||
      last->mark != mark || get_word (stack->chain, n_chain - n_words) <= 1)
    return 0;
  while (n < max &&
         get_word (last->chain, n_last - 1 - n) == get_word (stack->chain, n_chain - 1 - n))
    n++;
  return n;
}

/* Stores the callsite of each word after the last marker. self->frames must contain the newly resolved callsites,
 * outermost first. */
static void
cache_callsites (TvPerfReplay *self, Last *last, TvSpan chain, gsize n_common, gsize n_words)
{
  const guint32 *callsites = (const guint32 *) (gpointer) self->frames->data;
  guint32 callsite = n_common > 0 ? g_array_index (last->callsites, guint32, n_common - 1)
                                  : TV_NONE;
  guint used = 0;

  g_array_set_size (last->callsites, (guint) n_common);
  for (gsize i = n_common; i < n_words; i++)
    {
      guint64 ip = get_word (chain, chain.size / 8 - 1 - i);

      if ((self->program != TV_PERF_LINUX || ip > 1) && used < self->frames->len)
        callsite = callsites[used++];
      g_array_append_val (last->callsites, callsite);
    }
}

/* Replaces the frames in self->frames, innermost first, with their callsites, outermost first. Returns the innermost
 * callsite. */
static guint32
push_frames (TvPerfReplay *self, guint32 callsite)
{
  guint32 *frames = (guint32 *) (gpointer) self->frames->data;

  for (guint i = 0, j = self->frames->len; i + 1 < j; i++)
    {
      guint32 frame = frames[i];

      frames[i] = frames[--j];
      frames[j] = frame;
    }
  for (guint i = 0; i < self->frames->len; i++)
    frames[i] = callsite = tv_sample_writer_push (&self->writer, callsite, frames[i]);
  return callsite;
}

static guint32
add_stack (TvPerfReplay *self, const TvPerfSample *sample, const Stack *stack, guint space)
{
  gsize first = find_end_of_marks (stack->chain), n_all = stack->chain.size / 8, n_common = 0;
  guint64 mark = first > 0 ? get_word (stack->chain, first - 1) : (guint64) sample->is_kernel;
  Last *last = n_all > first && n_all < MAX_FRAMES ? get_last (self, sample->tid) : NULL;
  TvSpan inner = stack->chain;
  guint32 callsite = TV_NONE;

  if (last != NULL)
    n_common = count_common (last, stack, mark, n_all - first);
  inner.size -= 8 * n_common;
  if (n_common > 0)
    callsite = g_array_index (last->callsites, guint32, n_common - 1);
  put_frames (self, sample, inner, space);
  callsite = push_frames (self, callsite);
  if (last != NULL)
    {
      cache_callsites (self, last, stack->chain, n_common, n_all - first);
      last->chain = stack->chain;
      last->version = stack->version;
      last->kernel_version = stack->kernel_version;
      last->mark = mark;
    }
  return callsite;
}

/* ---- Samples ---- */

static gboolean
is_stack (const Stack *a, const Stack *b)
{
  return a->ip == b->ip && a->version == b->version && a->kernel_version == b->kernel_version &&
         a->is_kernel == b->is_kernel && tv_span_equal (a->chain, b->chain);
}

/**
 * tv_perf_replay_get_callsite:
 * @sample: a sample
 *
 * Resolves the stack of a sample.
 *
 * Returns: the callsite of the innermost frame
 */
guint32
tv_perf_replay_get_callsite (TvPerfReplay *self, const TvPerfSample *sample)
{
  guint space = tv_perf_maps_get_space (&self->maps, sample->pid);
  const TvPerfSpace *spaces = (const TvPerfSpace *) (gpointer) self->maps.spaces->data;
  Stack stack = {
    sample->chain, sample->ip,       spaces[space].version, spaces[TV_PERF_KERNEL_SPACE].version,
    TV_NONE,       sample->is_kernel
  };
  gboolean is_stored_chain = sample->chain.size == 0 && sample->rest.size == 8 &&
                             self->stored_nodes->len > 0;
  guint32 hash;
  Stack *known;

  if (is_stored_chain)
    stack.chain = sample->rest;
  hash = (guint32) tv_hash_word (
      tv_hash_bytes (self->cache.seed ^ stack.version, stack.chain.text, stack.chain.size),
      stack.ip);
  known = &((Stack *) self->stacks)[hash & (N_STACKS - 1)];
  if (known->version != 0 && is_stack (known, &stack))
    return known->callsite;
  if (is_stored_chain)
    {
      put_frames (self, sample, get_stored_chain (self, sample), space);
      stack.callsite = push_frames (self, TV_NONE);
    }
  else
    stack.callsite = add_stack (self, sample, &stack, space);
  *known = stack;
  return stack.callsite;
}
