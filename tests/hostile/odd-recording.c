/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-perfetto-fields.h"

/* ---- Recording ---- */
static const TvOddField utsname[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

const TvOddField tv_odd_system_info[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = utsname },
  { .number = 2, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 1000, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 40, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 65536, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 4 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 4 },
  { .number = 9, .kind = TV_ODD_TEXT, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField ftrace_config[] = {
  { .number = 1, .kind = TV_ODD_TEXT, .n = 3 },
  { .number = 2, .kind = TV_ODD_TEXT, .n = 3, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_TEXT, .n = 2, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 15, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField source_config[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 4 },
  { .number = 100, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = ftrace_config },
  { .number = 103, .kind = TV_ODD_BYTES, .one_in = 9 },
  { .number = 105, .kind = TV_ODD_BYTES, .one_in = 9 },
  { .number = 0 },
};

static const TvOddField source[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .fields = source_config },
  { .number = 0 },
};

static const TvOddField buffer_config[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 3 },
  { .number = 7, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 0 },
};

const TvOddField tv_odd_config[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = buffer_config },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = source },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 3 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 3 },
  { .number = 13, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 4 },
  { .number = 22, .kind = TV_ODD_TEXT, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField buffer_stats[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 90, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 12, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 3 },
  { .number = 18, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 2 },
  { .number = 19, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField writer_stats[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9, .n = 4, .one_in = 3, .is_packed = TRUE },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 3 },
  { .number = 0 },
};

const TvOddField tv_odd_trace_stats[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = buffer_stats },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 3 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 12, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 13, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 14, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 3 },
  { .number = 15, .kind = TV_ODD_CHOICE, .max = 3, .one_in = 3 },
  { .number = 18, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 3, .fields = writer_stats },
  { .number = 0 },
};

static const TvOddField cpu_stats[] = {
  { .number = 1, .kind = TV_ODD_CPU },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 6, .kind = TV_ODD_DOUBLE, .one_in = 2 },
  { .number = 7, .kind = TV_ODD_DOUBLE, .one_in = 2 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

const TvOddField tv_odd_ftrace_stats[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 3 },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .fields = cpu_stats },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 6, .kind = TV_ODD_TEXT, .n = 2, .one_in = 6 },
  { .number = 7, .kind = TV_ODD_TEXT, .n = 2, .one_in = 6 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 13, .n = 2, .one_in = 8 },
  { .number = 10, .kind = TV_ODD_BYTES, .one_in = 9 },
  { .number = 0 },
};

static const TvOddField slow_source[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField slow_sources[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 2, .fields = slow_source },
  { .number = 0 },
};

const TvOddField tv_odd_service_event[] = {
  { .kind = TV_ODD_ONE_OF },
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 6, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 7, .kind = TV_ODD_MESSAGE, .fields = slow_sources },
  { .number = 8, .kind = TV_ODD_MESSAGE, .fields = slow_sources },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 10, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 11, .kind = TV_ODD_NUMBER, .max = 3 },
  { .number = 0 },
};

const TvOddField tv_odd_trigger[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 20000 },
  { .number = 0 },
};

const TvOddField tv_odd_uuid[] = {
  { .number = 1, .kind = TV_ODD_NUMBER },
  { .number = 2, .kind = TV_ODD_NUMBER },
  { .number = 0 },
};

const TvOddField tv_odd_ui_state[] = {
  { .number = 1, .kind = TV_ODD_TIME },
  { .number = 2, .kind = TV_ODD_TIME },
  { .number = 3, .kind = TV_ODD_BYTES, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField attribute[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 0 },
};

const TvOddField tv_odd_attributes[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = attribute },
  { .number = 0 },
};
