/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Precompiled headers that dominate the compile time of each test. */
#include <gio/gio.h>
