/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/text-match.h"
#include "ui/views/profile/profile-order.h"

G_BEGIN_DECLS

/* Finding methods by a part of `class.method (signature)`, as shown or as in the file. */

void    tv_profile_search_async  (TvProfileOrder       *order,
                                  TvTextMatch          *match,
                                  GCancellable         *cancellable,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
GArray *tv_profile_search_finish (GAsyncResult         *result,
                                  GError              **error);
GArray *tv_profile_search        (TvProfileOrder       *order,
                                  const TvTextMatch    *match,
                                  GCancellable         *cancellable);

G_END_DECLS
