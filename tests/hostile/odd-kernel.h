/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "odd-message.h"

G_BEGIN_DECLS

void tv_odd_put_bundle (TvOddMaker *self,
                        GByteArray *out);

G_END_DECLS
