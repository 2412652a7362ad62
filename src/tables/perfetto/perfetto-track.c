/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/perfetto/perfetto-track.h"

/* Sets the dimensions of a Perfetto track. Called by perfetto-slice-track.c and perfetto-counter-track.c while they
 * create a track; perfetto-track-list.c calls tv_perfetto_track_clear(). Changes only the track. */

/* Adds a dimension whose value is a number. */
void
tv_perfetto_track_add_number (TvPerfettoTrack *track, const char *key, gint64 number)
{
  if (track->n_dimensions < TV_MAX_DIMENSIONS)
    track->dimensions[track->n_dimensions++] = (TvPerfettoDimension){ key, NULL, number };
}

/* Adds a dimension whose value is the first @size bytes of a text, or the whole text if @size is -1. */
void
tv_perfetto_track_add_text (TvPerfettoTrack *track, const char *key, const char *text, gssize size)
{
  if (track->n_dimensions < TV_MAX_DIMENSIONS)
    track->dimensions[track->n_dimensions++] = (TvPerfettoDimension){
      key, size < 0 ? g_strdup (text) : g_strndup (text, (gsize) size), 0
    };
}

/* Adds the thread, the process or the CPU of a track as a dimension. */
void
tv_perfetto_track_add_owner (TvPerfettoTrack *track)
{
  if (track->utid != TV_NONE)
    tv_perfetto_track_add_number (track, "utid", track->utid);
  else if (track->upid != TV_NONE)
    tv_perfetto_track_add_number (track, "upid", track->upid);
  else if (track->cpu != TV_NONE)
    tv_perfetto_track_add_number (track, "cpu", track->cpu);
}

/* Frees the members of a track, but not the track itself. */
void
tv_perfetto_track_clear (TvPerfettoTrack *track)
{
  g_free (track->name);
  for (guint i = 0; i < track->n_dimensions; i++)
    g_free (track->dimensions[i].text);
}
