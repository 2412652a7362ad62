/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvCommand:
 * @name: name of the command, which is the first argument of `tracedump`
 * @summary: description for --help, marked with N_()
 * @run: runs the command; @argv[0] is the name of the program followed by the name of the command. Usage errors are
 *   in the domain %G_OPTION_ERROR
 *
 * A subcommand. Each subcommand is in a separate file.
 */
typedef struct
{
  const char *name;
  const char *summary;
  gboolean (*run) (char **argv, GError **error);
} TvCommand;

extern const TvCommand tv_info_command;
extern const TvCommand tv_problems_command;
extern const TvCommand tv_check_command;
extern const TvCommand tv_formats_command;
extern const TvCommand tv_members_command;
extern const TvCommand tv_tables_command;
extern const TvCommand tv_table_command;
extern const TvCommand tv_query_command;
extern const TvCommand tv_serve_command;
extern const TvCommand tv_profile_command;
extern const TvCommand tv_tree_command;
extern const TvCommand tv_export_command;
extern const TvCommand tv_cut_command;
extern const TvCommand tv_render_command;
extern const TvCommand tv_incident_command;
extern const TvCommand tv_findings_command;
extern const TvCommand tv_diff_command;
extern const TvCommand tv_dmtracedump_command;

gboolean tv_command_parse (GOptionContext      *context,
                           const GOptionEntry  *entries,
                           char               **argv,
                           GError             **error);
gboolean tv_command_check_operands (char       **operands,
                                    guint        min,
                                    guint        max,
                                    const char  *usage,
                                    GError     **error);

G_END_DECLS
