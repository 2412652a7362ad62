/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What takes a good part of the time of each file, compiled once. */
#include <gio/gio.h>
