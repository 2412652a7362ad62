/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/report/report-clocks.h"
#include "formats/report/report-summary.h"
#include "formats/report/report.h"
#include "formats/format.h"

/* Reads a whole bug report as text. Each section, with its heading and the lines up to the next heading, becomes one
 * text, so that no line is lost. Also lists the sections for bundles, which open them separately. Entry point:
 * tv_format_bug_report, listed in TV_FORMATS. */

static TvConfidence
probe (TvInput *input)
{
  return tv_report_is_one ((const char *) input->prefix, input->prefix_size) ? TV_CONFIDENCE_SURE
                                                                             : TV_CONFIDENCE_NONE;
}

/* Returns the offset of the heading, which is the line before the content of a section. */
static gsize
find_heading (const char *text, gsize content)
{
  const char *feed = content > 1 ? memrchr (text, '\n', content - 1) : NULL;

  return feed != NULL ? (gsize) (feed + 1 - text) : 0;
}

static gboolean
add_text (TvTraceBuilder *builder,
          const TvReport *report,
          gsize start,
          gsize end,
          const char *name,
          const char *summary)
{
  g_autoptr (GBytes) bytes = g_bytes_new_from_bytes (report->bytes, start, end - start);

  return start == end ||
         tv_trace_builder_add_whole_text (
             builder, bytes, tv_trace_builder_intern (builder, name, -1),
             summary != NULL ? tv_trace_builder_intern (builder, summary, -1) : TV_NONE);
}

static gboolean
add_sections (TvTraceBuilder *builder, const TvReport *report)
{
  gsize size, start = report->header_size;
  const char *text = g_bytes_get_data (report->bytes, &size);

  if (!add_text (builder, report, 0, start, _("Header"), NULL))
    return FALSE;
  for (guint i = 0; i < report->n; i++)
    {
      const TvReportSection *section = &report->sections[i];
      gsize end = i + 1 < report->n ? find_heading (text, section[1].start) : size;
      g_autofree char *name = tv_report_dup_name (section);
      g_autofree char *summary = tv_report_dup_summary (
          (TvSpan){ text + section->start, section->size });

      if (!add_text (builder, report, start, end, name, summary))
        return FALSE;
      start = end;
    }
  return TRUE;
}

static void
emit_facts (TvTraceBuilder *builder, const TvReport *report)
{
  static const char *const names[] = {
    "Build",  "Build fingerprint",       "Bootloader", "Radio", "Kernel",
    "Uptime", "Bugreport format version"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TvSpan value;

      if (tv_report_find_header (report, names[i], &value))
        tv_trace_builder_add_metadata (builder, names[i], value.text, (gssize) value.size);
    }
}

static gboolean
read_report (TvInput *input, TvTraceBuilder *builder, const TvReadContext *context, GError **error)
{
  g_autoptr (TvReport) report = NULL;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  report = tv_report_new (input->bytes, context->cancellable, error);
  if (report == NULL)
    return FALSE;
  emit_facts (builder, report);
  if (!report->is_whole)
    tv_trace_builder_count_problem (builder, TV_PROBLEM_CUT_REPORT, (gint64) input->size);
  if (add_sections (builder, report))
    return TRUE;
  g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                       _("the text is too large (4 GB or "
                         "more)"));
  return FALSE;
}

/* ---- Sections ---- */

/* Returns whether a section has no content of its own, because only sections of services follow its heading. */
static gboolean
is_group (const TvReport *report, guint section)
{
  return report->sections[section].size == 0 && !report->sections[section].is_service &&
         section + 1 < report->n && report->sections[section + 1].is_service;
}

static void
sync_clocks (const TvSections *sections, TvClocks *clocks)
{
  tv_report_clocks_sync (sections->clocks, clocks);
}

static TvSections *
list_sections (GBytes *text, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvReport) report = tv_report_new (text, cancellable, error);
  TvReportClocks *clocks;
  TvSections *self;
  TvSpan build;

  if (report == NULL)
    return NULL;
  self = tv_sections_new (text);
  for (guint i = 0; i < report->n; i++)
    {
      const TvReportSection *section = &report->sections[i];
      TvSection row = { NULL,
                        section->start,
                        section->size,
                        section->first_line,
                        section->stamp_s,
                        tv_report_is_log (section) };

      if (is_group (report, i))
        continue;
      row.name = tv_report_dup_name (section);
      g_array_append_val (self->rows, row);
    }
  self->n = report->n;
  self->is_partial = report->n == TV_REPORT_MAX_SECTIONS;
  self->header_size = report->header_size;
  self->n_lines = report->n_lines;
  self->when_s = report->when_s;
  self->is_whole = report->is_whole;
  self->system = tv_report_dup_system (report);
  if (tv_report_find_header (report, "Build", &build))
    self->build = g_utf8_make_valid (build.text, (gssize) build.size);
  self->calls = tv_report_dup_calls (report);
  self->clocks = clocks = g_new (TvReportClocks, 1);
  tv_report_read_clocks (report, clocks);
  self->has_zone = clocks->has_zone;
  self->utc_offset_s = clocks->utc_offset_s;
  self->sync_clocks = sync_clocks;
  return self;
}

static const TvMagic magics[] = { TV_MAGIC (0, 4096, "== dumpstate: ") };

const TvFormat tv_format_bug_report = {
  .id = "bug-report",
  .title = N_("Bug reports (dumpstate)"),
  .patterns = (const char *const[]){ "bugreport*.txt", "bugreport*.zip", NULL },
  .mime_type = "application/x-android-bugreport",
  .mime_title = N_("Bug report"),
  .mime_parent = "text/plain",
  .magics = magics,
  .n_magics = G_N_ELEMENTS (magics),
  .probe = probe,
  .read = read_report,
  .list_sections = list_sections,
  .subject = TV_CONTENT_STATE,
};
