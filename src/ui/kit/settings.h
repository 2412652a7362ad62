/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *tv_settings_get      (void);
int        tv_settings_get_int  (const char *key,
                                 int         fallback);
gboolean   tv_settings_get_bool (const char *key,
                                 gboolean    fallback);
char      *tv_settings_dup_text (const char *key);
char     **tv_settings_dup_texts (const char *key);
void       tv_settings_set_texts (const char *key,
                                  const char *const *value);
void       tv_settings_set_int  (const char *key,
                                 int         value);
void       tv_settings_set_bool (const char *key,
                                 gboolean    value);
void       tv_settings_set_text (const char *key,
                                 const char *value);
void       tv_settings_bind     (const char *key,
                                 GObject    *object,
                                 const char *property);

G_END_DECLS
