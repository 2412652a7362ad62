/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"

G_BEGIN_DECLS

/**
 * TvSection:
 * @name: (owned): display name
 * @start: offset of the content in bytes
 * @size: size of the content in bytes
 * @first_line: line number of the content's first line in the file, from 1
 * @stamp_s: modification time by the device's wall clock in s since 1970, or -1
 * @is_log: whether the content may be a log. If not, lines that look like those of a log are ignored
 *
 * A section of a text file, such as the output of one command in a bug report.
 */
typedef struct
{
  char *name;
  gsize start;
  gsize size;
  guint64 first_line;
  gint64 stamp_s;
  gboolean is_log;
} TvSection;

/**
 * TvSections:
 * @bytes: content of the file
 * @rows: (element-type TvSection): sections that can be opened, in the order of the file
 * @n: number of all sections
 * @is_partial: whether there are too many sections to list all of them
 * @header_size: number of bytes before the first section
 * @n_lines: number of lines in the file
 * @when_s: time of the report by the device's wall clock in s since 1970, or -1
 * @is_whole: whether the file is complete; otherwise it is truncated
 * @build: (nullable): software build of the device
 * @system: (nullable): name and version of the operating system
 * @has_zone: whether the time zone of the device's wall clock is known
 * @utc_offset_s: offset of the wall clock from UTC in s
 * @calls: (nullable): list of the pending binder calls, for the thread dumps of a bundle
 * @clocks: (owned): clock information of the file; private to the format
 * @sync_clocks: adds the clock snapshots of the file to @clocks
 *
 * Sections and properties of a file, see @list_sections of #TvFormat.
 */
typedef struct _TvSections TvSections;
struct _TvSections
{
  GBytes *bytes;
  GArray *rows;
  guint n;
  gboolean is_partial;
  gsize header_size;
  guint64 n_lines;
  gint64 when_s;
  gboolean is_whole;
  char *build;
  char *system;
  gboolean has_zone;
  gint32 utc_offset_s;
  GBytes *calls;
  gpointer clocks;
  void (*sync_clocks) (const TvSections *self, TvClocks *clocks);
};

TvSections *tv_sections_new  (GBytes     *bytes);
void        tv_sections_free (TvSections *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSections, tv_sections_free)

G_END_DECLS
