/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* Conditions of the option --fail-if: if a row of a table meets one, the command fails. For scripts that check
 * limits. */

/* Error domain for a condition that was met. The command itself has succeeded; the program exits with status 3. */
#define TV_GATE_ERROR (tv_gate_error_quark ())
GQuark tv_gate_error_quark (void);

typedef struct _TvGate TvGate;

TvGate  *tv_gate_parse (const char         *text,
                        const TvTableInfo  *info,
                        GError            **error);
void     tv_gate_free  (TvGate             *self);
guint    tv_gate_check (const TvGate       *self,
                        TvTable            *table);

G_END_DECLS
