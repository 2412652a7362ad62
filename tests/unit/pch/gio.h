/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers that take much of the compile time of each file, compiled once. */
#include <gio/gio.h>
