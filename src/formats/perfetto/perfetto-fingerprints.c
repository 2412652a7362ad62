/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-fingerprints.h"

#include "core/error.h"
#include "core/memory/row-table.h"

/* Finds the packets that two files of a recording share by comparing fingerprints, per sequence. A sequence has one
 * writer, which writes its packets in order. Shared packets are therefore the last packets of one file and the first
 * packets of the next file, or all packets of the next file.
 *
 *   first file   a b c d e f
 *   next file          d e f g h i
 *
 * A single equal packet is not sufficient: track events have relative timestamps, so many packets consist of the same
 * bytes. Packets with an absolute timestamp are unique. Without such a packet, a match requires several consecutive
 * packets that do not repeat themselves. If there is no match, all packets are read. Readers then skip packets that
 * depend on missing ones, because the recorder reports the loss.
 *
 * Called by perfetto-fragments.c: _take() for each packet of a file, then _match() between files.
 * tv_perfetto_duplicate_filter_init() replaces the visit function of a walk with a filter. */

#define DATED_FROM                                                                                 \
  (G_GUINT64_CONSTANT (1) << 30) /* timestamps from this value on are absolute, in ns */
#define MIN_UNDATED 4 /* minimum length of a match without absolute timestamps, in packets */
#define IS_DATED                                                                                   \
  G_GUINT64_CONSTANT (1) /* lowest bit of a fingerprint: the packet's timestamp is absolute */
#define CANCEL_PACKETS (1u << 20) /* number of packets between two checks for cancellation */

typedef struct
{
  guint64 id;
  GArray *prints; /* guint64 */
} Sequence;

struct _TvPerfettoPrints
{
  guint64 seeds[2];
  TvIdMap rows;
  GArray *sequences; /* Sequence */
};

/* Number of packets at the start of a sequence that earlier files also contain. */
typedef struct
{
  guint64 id;
  guint64 n;
} Duplicate;

/* ---- One file ---- */

static void
clear_sequence (gpointer data)
{
  g_array_unref (((Sequence *) data)->prints);
}

TvPerfettoFingerprints *
tv_perfetto_fingerprints_new (void)
{
  TvPerfettoFingerprints *self = g_new0 (TvPerfettoFingerprints, 1);

  /* The seeds are constant, because fingerprints of different files are compared. An author of crafted collisions can
   * only cause wrong matches between recordings of their own. */
  self->seeds[0] = G_GUINT64_CONSTANT (0x8c5f1d3ab5e6f027);
  self->seeds[1] = G_GUINT64_CONSTANT (0x2f7be49d10c3a985);
  tv_id_map_init (&self->rows);
  self->sequences = g_array_new (FALSE, FALSE, sizeof (Sequence));
  g_array_set_clear_func (self->sequences, clear_sequence);
  return self;
}

void
tv_perfetto_fingerprints_free (TvPerfettoFingerprints *self)
{
  g_array_unref (self->sequences);
  tv_id_map_clear (&self->rows);
  g_free (self);
}

/* Returns a key for the packet's sequence that includes the machine, because each machine numbers its sequences
 * independently. */
static guint64
get_id (const TvPerfettoPacket *packet)
{
  return (guint64) packet->machine << 32 | packet->sequence;
}

static Sequence *
get_sequence (TvPerfettoFingerprints *self, guint64 id)
{
  guint32 row = tv_id_map_find (&self->rows, id);

  if (row == TV_NONE)
    {
      Sequence made = { id, g_array_new (FALSE, FALSE, sizeof (guint64)) };

      row = self->sequences->len;
      tv_id_map_set (&self->rows, id, row);
      g_array_append_val (self->sequences, made);
    }
  return &g_array_index (self->sequences, Sequence, row);
}

static GArray *
find_fingerprints (const TvPerfettoFingerprints *self, guint64 id)
{
  guint32 row = tv_id_map_find (&self->rows, id);

  return row != TV_NONE ? g_array_index (self->sequences, Sequence, row).prints : NULL;
}

/* Hashes the fields of a packet that readers use. Excludes fields that the recorder adds when it saves the packet:
 * they report lost packets, and may therefore differ between files. */
static guint32
hash_packet (const TvPerfettoPacket *packet, guint64 seed)
{
  guint64 hash = tv_hash_word (seed, (guint64) packet->clock_id << 32 | packet->flags);

  hash = tv_hash_word (hash, (guint64) packet->payload << 1 | (guint64) packet->has_timestamp);
  hash = tv_hash_word (hash, packet->timestamp);
  hash = tv_hash_bytes (hash, packet->defaults.text, packet->defaults.size);
  hash = tv_hash_bytes (hash ^ seed, packet->interned.text, packet->interned.size);
  return tv_hash_bytes (hash ^ seed, packet->content.text, packet->content.size);
}

/* Adds the fingerprint of a packet. A #TvPerfettoVisit. */
gboolean
tv_perfetto_fingerprints_take (const TvPerfettoPacket *packet, gpointer prints)
{
  TvPerfettoFingerprints *self = prints;
  gboolean is_dated = packet->payload == TV_PERFETTO_CLOCK_SNAPSHOT ||
                      packet->timestamp >= DATED_FROM;
  guint64 print = (guint64) hash_packet (packet, self->seeds[0]) << 32 |
                  hash_packet (packet, self->seeds[1]);

  print = (print & ~IS_DATED) | (is_dated ? IS_DATED : 0);
  g_array_append_val (get_sequence (self, get_id (packet))->prints, print);
  return TRUE;
}

/* ---- Two files ---- */

static gboolean
has_dated (const GArray *prints, guint n)
{
  for (guint i = 0; i < n; i++)
    if ((g_array_index (prints, guint64, i) & IS_DATED) != 0)
      return TRUE;
  return FALSE;
}

/* Finds the longest prefix of @next that is a suffix of @before, or the whole of @next inside @before, with the
 * Knuth–Morris–Pratt algorithm. Returns FALSE with @error if cancelled. */
static gboolean
find_overlap (const GArray *before,
              const GArray *next,
              GCancellable *cancellable,
              guint *n_same,
              gboolean *is_dated,
              GError **error)
{
  const guint64 *wanted = (const guint64 *) (gconstpointer) next->data;
  const guint64 *text = (const guint64 *) (gconstpointer) before->data;
  /* Failure function: for each prefix length, the length of the longest proper prefix that is also a suffix. */
  g_autofree guint *fewer = g_new (guint, (gsize) next->len + 1);
  guint n = 0;

  fewer[0] = fewer[1] = 0;
  for (guint i = 1; i < next->len; i++)
    {
      while (n > 0 && wanted[i] != wanted[n])
        n = fewer[n];
      n += wanted[i] == wanted[n];
      fewer[i + 1] = n;
      if (i % CANCEL_PACKETS == 0 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
    }
  n = 0;
  for (guint i = 0; i < before->len && n < next->len; i++)
    {
      while (n > 0 && text[i] != wanted[n])
        n = fewer[n];
      n += text[i] == wanted[n];
      if (i % CANCEL_PACKETS == 0 && g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
    }
  *is_dated = has_dated (next, n);
  *n_same = *is_dated || (n >= MIN_UNDATED && fewer[n] < n / 2) ? n : 0;
  return TRUE;
}

/**
 * tv_perfetto_fingerprints_match:
 * @self: fingerprints of the recording so far
 * @next: fingerprints of a file that begins later
 * @duplicates: (out) (transfer full) (nullable): number of duplicate packets per sequence; %NULL if the file belongs
 *   to another recording
 *
 * Finds the packets of a file that earlier files of the same recording contain.
 *
 * Returns: %FALSE with @error if cancelled
 */
gboolean
tv_perfetto_fingerprints_match (const TvPerfettoFingerprints *self,
                                const TvPerfettoFingerprints *next,
                                GCancellable *cancellable,
                                GBytes **duplicates,
                                GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Duplicate));
  gboolean is_of_it = FALSE;

  *duplicates = NULL;
  for (guint i = 0; i < next->sequences->len; i++)
    {
      const Sequence *sequence = &g_array_index (next->sequences, Sequence, i);
      const GArray *before = find_fingerprints (self, sequence->id);
      gboolean is_dated = FALSE;
      guint n = 0;

      if (before == NULL)
        continue;
      if (!find_overlap (before, sequence->prints, cancellable, &n, &is_dated, error))
        return FALSE;
      is_of_it |= is_dated;
      if (n > 0)
        g_array_append_val (found, ((Duplicate){ sequence->id, n }));
    }
  if (is_of_it)
    *duplicates = g_bytes_new (found->data, found->len * sizeof (Duplicate));
  return TRUE;
}

/* Returns the elements of a result of tv_perfetto_fingerprints_match(): one count per sequence. */
static const Duplicate *
get_duplicates (GBytes *duplicates, guint *n)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (duplicates, &size);

  *n = (guint) (size / sizeof (Duplicate));
  return data;
}

/**
 * tv_perfetto_fingerprints_append:
 * @self: fingerprints of the recording so far
 * @next: fingerprints of the next file of the recording
 * @duplicates: result of tv_perfetto_fingerprints_match() for @next
 *
 * Appends the fingerprints of packets that are not duplicates.
 */
void
tv_perfetto_fingerprints_append (TvPerfettoFingerprints *self,
                                 const TvPerfettoFingerprints *next,
                                 GBytes *duplicates)
{
  guint n, at = 0;
  const Duplicate *known = get_duplicates (duplicates, &n);

  for (guint i = 0; i < next->sequences->len; i++)
    {
      const Sequence *sequence = &g_array_index (next->sequences, Sequence, i);
      guint n_known = 0;

      if (at < n && known[at].id == sequence->id)
        n_known = (guint) known[at++].n;
      g_array_append_vals (get_sequence (self, sequence->id)->prints,
                           &g_array_index (sequence->prints, guint64, n_known),
                           sequence->prints->len - n_known);
    }
}

/* ---- Remaining packets ---- */

/* Passes packets that are not duplicates to the walk's original visit function. A #TvPerfettoVisit. */
static gboolean
visit_rest (const TvPerfettoPacket *packet, gpointer rest)
{
  TvPerfettoDuplicateFilter *self = rest;
  guint32 row = tv_id_map_find (&self->rows, get_id (packet));
  Duplicate *left = row != TV_NONE ? &g_array_index (self->sequences, Duplicate, row) : NULL;

  if (left == NULL || left->n == 0)
    return self->visit (packet, self->data);
  left->n--;
  self->n_left_out++;
  return TRUE;
}

/**
 * tv_perfetto_duplicate_filter_init:
 * @self: (out caller-allocates): a filter
 * @duplicates: result of tv_perfetto_fingerprints_match()
 * @walk: (inout): a walk; @self must outlive it
 *
 * Makes the walk skip duplicate packets.
 */
void
tv_perfetto_duplicate_filter_init (TvPerfettoDuplicateFilter *self,
                                   GBytes *duplicates,
                                   TvPerfettoWalk *walk)
{
  guint n;
  const Duplicate *known = get_duplicates (duplicates, &n);

  *self = (TvPerfettoDuplicateFilter){ .visit = walk->visit,
                                       .data = walk->data,
                                       .sequences = g_array_new (FALSE, FALSE,
                                                                 sizeof (Duplicate)) };
  tv_id_map_init (&self->rows);
  g_array_append_vals (self->sequences, known, n);
  for (guint i = 0; i < n; i++)
    tv_id_map_set (&self->rows, known[i].id, i);
  walk->visit = visit_rest;
  walk->data = self;
}

void
tv_perfetto_duplicate_filter_clear (TvPerfettoDuplicateFilter *self)
{
  tv_id_map_clear (&self->rows);
  g_array_unref (self->sequences);
}
