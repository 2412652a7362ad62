/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-perfetto-fields.h"

/* ---- Arguments ---- */
static const TvOddField annotation[21];

static const TvOddField nested[9];

static const TvOddField nested[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 3 },
  { .number = 2, .kind = TV_ODD_TEXT, .n = 2, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = nested },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 6, .fields = nested },
  { .number = 5, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_DOUBLE, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 4 },
  { .number = 8, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField annotation[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 10, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 6 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 4 },
  { .number = 5, .kind = TV_ODD_DOUBLE, .one_in = 6 },
  { .number = 6, .kind = TV_ODD_TEXT, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_NUMBER, .one_in = 8 },
  { .number = 8, .kind = TV_ODD_MESSAGE, .one_in = 8, .fields = nested },
  { .number = 9, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 17, .kind = TV_ODD_ID, .one_in = 6 },
  { .number = 11, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 6, .fields = annotation },
  { .number = 12, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 6, .fields = annotation },
  { .number = 16, .kind = TV_ODD_TEXT, .one_in = 20 },
  { .number = 13, .kind = TV_ODD_ID, .one_in = 20 },
  { .number = 14, .kind = TV_ODD_BYTES, .one_in = 20 },
  { .number = 18, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 20 },
  { .number = 19, .kind = TV_ODD_BYTES, .one_in = 40 },
  { .number = 20, .kind = TV_ODD_TEXT, .one_in = 40 },
  { .number = 0 },
};

/* ---- Events ---- */
static const TvOddField inline_frame[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField inline_callstack[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .fields = inline_frame },
  { .number = 0 },
};

static const TvOddField task[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 0 },
};

static const TvOddField log_message[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 8 },
  { .number = 0 },
};

static const TvOddField source[] = {
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField legacy[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 128 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 3 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 4 },
  { .number = 6, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 7, .kind = TV_ODD_TEXT, .one_in = 4 },
  { .number = 8, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 4 },
  { .number = 12, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 4 },
  { .number = 13, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 4 },
  { .number = 14, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 4 },
  { .number = 15, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 6 },
  { .number = 18, .kind = TV_ODD_TID, .one_in = 8 },
  { .number = 19, .kind = TV_ODD_TID, .one_in = 8 },
  { .number = 0 },
};

const TvOddField tv_odd_track_event[] = {
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 11, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_ID, .n = 2, .one_in = 2 },
  { .number = 22, .kind = TV_ODD_TEXT, .n = 2, .one_in = 4 },
  { .number = 10, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 23, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 3, .fields = annotation },
  { .number = 30, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 3 },
  { .number = 44, .kind = TV_ODD_DOUBLE, .one_in = 6 },
  { .number = 31, .kind = TV_ODD_ID, .n = 10, .one_in = 5 },
  { .number = 12, .kind = TV_ODD_SIGNED, .max = 900, .n = 10, .one_in = 5 },
  { .number = 45, .kind = TV_ODD_ID, .n = 3, .one_in = 8 },
  { .number = 46, .kind = TV_ODD_DOUBLE, .n = 3, .one_in = 8 },
  { .number = 47, .kind = TV_ODD_FIXED64, .max = 9, .n = 3, .one_in = 4 },
  { .number = 36, .kind = TV_ODD_ID, .n = 3, .one_in = 8 },
  { .number = 48, .kind = TV_ODD_FIXED64, .max = 9, .n = 2, .one_in = 6 },
  { .number = 42, .kind = TV_ODD_ID, .n = 2, .one_in = 8 },
  { .number = 52, .kind = TV_ODD_ID, .one_in = 8 },
  { .number = 53, .kind = TV_ODD_TEXT, .one_in = 12 },
  { .number = 54, .kind = TV_ODD_ID, .one_in = 12 },
  { .number = 55, .kind = TV_ODD_MESSAGE, .one_in = 10, .fields = inline_callstack },
  { .number = 56, .kind = TV_ODD_ID, .one_in = 10 },
  { .number = 57, .kind = TV_ODD_DOUBLE, .one_in = 10 },
  { .number = 5, .kind = TV_ODD_MESSAGE, .one_in = 12, .fields = task },
  { .number = 21, .kind = TV_ODD_MESSAGE, .one_in = 10, .fields = log_message },
  { .number = 33, .kind = TV_ODD_MESSAGE, .one_in = 10, .fields = source },
  { .number = 34, .kind = TV_ODD_ID, .one_in = 10 },
  { .number = 6, .kind = TV_ODD_MESSAGE, .one_in = 5, .fields = legacy },
  { .number = 1, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 12 },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 12 },
  { .number = 8, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 12 },
  { .number = 16, .kind = TV_ODD_MICROS, .one_in = 16 },
  { .number = 17, .kind = TV_ODD_MICROS, .one_in = 16 },
  { .number = 20, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 16 },
  { .number = 24, .kind = TV_ODD_BYTES, .one_in = 30 },
  { .number = 29, .kind = TV_ODD_BYTES, .one_in = 30 },
  { .number = 35, .kind = TV_ODD_BYTES, .one_in = 30 },
  { .number = 50, .kind = TV_ODD_BYTES, .one_in = 40 },
  { .number = 1100, .kind = TV_ODD_BYTES, .one_in = 30 },
  { .number = 2001, .kind = TV_ODD_BYTES, .one_in = 30 },
  { .number = 0 },
};

/* ---- Tracks ---- */
static const TvOddField process[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TEXT, .n = 2, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 40, .one_in = 4 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 9, .one_in = 8 },
  { .number = 6, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 7, .kind = TV_ODD_TIME, .one_in = 6 },
  { .number = 8, .kind = TV_ODD_TEXT, .n = 2, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField thread[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 60, .one_in = 4 },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_MICROS, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_MICROS, .one_in = 4 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField chrome_process[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 40 },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 9, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField chrome_thread[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 60 },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 99, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField counter[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 3, .one_in = 2 },
  { .number = 2, .kind = TV_ODD_TEXT, .n = 2, .one_in = 4 },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 1000, .one_in = 4 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_TEXT, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_TEXT, .one_in = 8 },
  { .number = 0 },
};

static const TvOddField state[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 3 },
  { .number = 0 },
};

const TvOddField tv_odd_track_descriptor[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 10, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 13, .kind = TV_ODD_TEXT, .one_in = 8 },
  { .number = 3, .kind = TV_ODD_MESSAGE, .one_in = 4, .fields = process },
  { .number = 4, .kind = TV_ODD_MESSAGE, .one_in = 3, .fields = thread },
  { .number = 5, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_MESSAGE, .one_in = 10, .fields = chrome_process },
  { .number = 7, .kind = TV_ODD_MESSAGE, .one_in = 10, .fields = chrome_thread },
  { .number = 8, .kind = TV_ODD_MESSAGE, .one_in = 3, .fields = counter },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 11, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 6 },
  { .number = 12, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 6 },
  { .number = 14, .kind = TV_ODD_TEXT, .one_in = 8 },
  { .number = 15, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 4 },
  { .number = 16, .kind = TV_ODD_TEXT, .one_in = 8 },
  { .number = 17, .kind = TV_ODD_ID, .one_in = 8 },
  { .number = 18, .kind = TV_ODD_MESSAGE, .one_in = 10, .fields = state },
  { .number = 19, .kind = TV_ODD_CHOICE, .max = 2, .one_in = 12 },
  { .number = 20, .kind = TV_ODD_CHOICE, .max = 2, .one_in = 12 },
  { .number = 0 },
};

const TvOddField tv_odd_process_descriptor[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TEXT, .n = 2, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 40, .one_in = 4 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 9, .one_in = 8 },
  { .number = 6, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 7, .kind = TV_ODD_TIME, .one_in = 6 },
  { .number = 8, .kind = TV_ODD_TEXT, .n = 2, .one_in = 6 },
  { .number = 0 },
};

const TvOddField tv_odd_thread_descriptor[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 60, .one_in = 4 },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_MICROS, .one_in = 2 },
  { .number = 7, .kind = TV_ODD_MICROS, .one_in = 2 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 0 },
};

/* ---- Interned data ---- */
static const TvOddField interned_text[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField location[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField frame[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 5, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 7, .one_in = 3 },
  { .number = 8, .kind = TV_ODD_TEXT, .one_in = 8 },
  { .number = 0 },
};

static const TvOddField callstack[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID, .n = 6, .one_in = 2, .is_packed = TRUE },
  { .number = 2, .kind = TV_ODD_ID, .n = 12 },
  { .number = 0 },
};

static const TvOddField mapping[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 3 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 90000, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 90, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_ID, .n = 3 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField unsymbolized[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 0 },
};

static const TvOddField graphics_context[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 0 },
};

static const TvOddField gpu_specification[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 3 },
  { .number = 0 },
};

static const TvOddField gpu_counter_spec[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 5, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 6 },
  { .number = 6, .kind = TV_ODD_DOUBLE, .one_in = 6 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 40, .n = 2, .one_in = 3 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 40, .n = 2, .one_in = 3 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 6 },
  { .number = 10, .kind = TV_ODD_CHOICE, .max = 7, .n = 2, .one_in = 6 },
  { .number = 11, .kind = TV_ODD_CHOICE, .max = 3, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField gpu_descriptor[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .fields = gpu_counter_spec },
  { .number = 0 },
};

static const TvOddField gpu_counter_entry[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_MESSAGE, .fields = gpu_descriptor },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField task_context[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField execution_context[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_CPU },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 0 },
};

static const TvOddField sample_descriptor[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 9, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 1000, .one_in = 4 },
  { .number = 6, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 6 },
  { .number = 0 },
};

const TvOddField tv_odd_interned_data[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 2, .fields = interned_text },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = interned_text },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = interned_text },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = location },
  { .number = 5, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = interned_text },
  { .number = 6, .kind = TV_ODD_MESSAGE, .n = 5, .one_in = 2, .fields = frame },
  { .number = 7, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = callstack },
  { .number = 16, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 3, .fields = interned_text },
  { .number = 17, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 2, .fields = interned_text },
  { .number = 18, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 3, .fields = interned_text },
  { .number = 19, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 2, .fields = mapping },
  { .number = 20, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = interned_text },
  { .number = 22, .kind = TV_ODD_MESSAGE, .one_in = 8, .fields = interned_text },
  { .number = 23, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = graphics_context },
  { .number = 24, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 4, .fields = gpu_specification },
  { .number = 25, .kind = TV_ODD_MESSAGE, .one_in = 8, .fields = interned_text },
  { .number = 26, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 3, .fields = interned_text },
  { .number = 27, .kind = TV_ODD_MESSAGE, .one_in = 6, .fields = interned_text },
  { .number = 28, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 6, .fields = unsymbolized },
  { .number = 29, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = interned_text },
  { .number = 43, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = interned_text },
  { .number = 47, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 5, .fields = gpu_counter_entry },
  { .number = 48, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 5, .fields = task_context },
  { .number = 49, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 5, .fields = execution_context },
  { .number = 50, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 5, .fields = callstack },
  { .number = 51, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 5, .fields = sample_descriptor },
  { .number = 52, .kind = TV_ODD_MESSAGE, .one_in = 9, .fields = interned_text },
  { .number = 1234, .kind = TV_ODD_MESSAGE, .one_in = 20, .fields = interned_text },
  { .number = 0 },
};

/* ---- Defaults ---- */
static const TvOddField event_defaults[] = {
  { .number = 11, .kind = TV_ODD_ID },
  { .number = 31, .kind = TV_ODD_ID, .n = 9, .one_in = 2 },
  { .number = 45, .kind = TV_ODD_ID, .n = 3, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField timebase[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 8 },
  { .number = 3, .kind = TV_ODD_BYTES, .one_in = 8 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 30, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_BYTES, .one_in = 8 },
  { .number = 10, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_CHOICE, .max = 7, .one_in = 3 },
  { .number = 12, .kind = TV_ODD_CHOICE, .max = 4, .n = 2, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField perf_defaults[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .fields = timebase },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 4 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 2, .fields = timebase },
  { .number = 0 },
};

static const TvOddField stack_defaults[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_MESSAGE, .fields = sample_descriptor },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 2, .fields = sample_descriptor },
  { .number = 0 },
};

const TvOddField tv_odd_defaults[] = {
  { .number = 58, .kind = TV_ODD_CHOICE, .max = 6, .one_in = 4 },
  { .number = 11, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = event_defaults },
  { .number = 12, .kind = TV_ODD_MESSAGE, .one_in = 3, .fields = perf_defaults },
  { .number = 100, .kind = TV_ODD_MESSAGE, .one_in = 4, .fields = stack_defaults },
  { .number = 99, .kind = TV_ODD_BYTES, .one_in = 30 },
  { .number = 0 },
};
