/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/bundle-findings.h"

G_BEGIN_DECLS

GArray *tv_bundle_dup_diagnosis (const TvBundle         *bundle,
                              const TvBundleFindings *findings);

G_END_DECLS
