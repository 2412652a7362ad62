/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"

G_BEGIN_DECLS

/* The diagnosis of a crash, freeze or dump: a sentence, the evidence step by step, and properties such as the time
 * and reason of the dump. Names in the sentence and the evidence are links.
 *
 * Actions:
 *   diagnosis.copy      copies the diagnosis with its evidence and properties as text to the clipboard
 *   diagnosis.show-all  toggles between all steps and the first steps */

#define TV_TYPE_DIAGNOSIS_BOX (tv_diagnosis_box_get_type ())
G_DECLARE_FINAL_TYPE (TvDiagnosisBox, tv_diagnosis_box, TV, DIAGNOSIS_BOX, GtkWidget)

void tv_diagnosis_box_set_session (TvDiagnosisBox  *self,
                            TvSession *session,
                            gboolean   is_compact,
                            gboolean   offers_log);

G_END_DECLS
