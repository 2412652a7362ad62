/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers that dominate the compile time of each test, and are therefore precompiled. */
#include <gio/gio.h>
