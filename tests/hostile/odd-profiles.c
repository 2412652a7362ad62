/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-perfetto-fields.h"

/* ---- Samples ---- */
static const TvOddField producer_event[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 2 },
  { .number = 0 },
};

const TvOddField tv_odd_perf_sample[] = {
  { .number = 1, .kind = TV_ODD_CPU },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 900, .n = 3, .one_in = 4 },
  { .number = 16, .kind = TV_ODD_CHOICE, .max = 16, .one_in = 4 },
  { .number = 17, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 20 },
  { .number = 18, .kind = TV_ODD_CHOICE, .max = 5, .one_in = 16 },
  { .number = 19, .kind = TV_ODD_MESSAGE, .one_in = 20, .fields = producer_event },
  { .number = 0 },
};

const TvOddField tv_odd_streaming_profile[] = {
  { .number = 1, .kind = TV_ODD_ID, .n = 4 },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 900, .n = 4 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 20, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField sample_task[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField sample_execution[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 2, .kind = TV_ODD_CPU },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 0 },
};

static const TvOddField sample_stack[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 2, .kind = TV_ODD_ID, .n = 5 },
  { .number = 0 },
};

static const TvOddField sample_descriptor[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 9, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 1000, .one_in = 4 },
  { .number = 6, .kind = TV_ODD_TEXT, .one_in = 6 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField sample_error[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

const TvOddField tv_odd_stack_sample[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = sample_task },
  { .number = 2, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_MESSAGE, .one_in = 2, .fields = sample_execution },
  { .number = 4, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_MESSAGE, .one_in = 3, .fields = sample_stack },
  { .number = 6, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 7, .kind = TV_ODD_MESSAGE, .one_in = 8, .fields = sample_error },
  { .number = 8, .kind = TV_ODD_ID, .one_in = 8 },
  { .number = 9, .kind = TV_ODD_MESSAGE, .one_in = 4, .fields = sample_descriptor },
  { .number = 10, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_SIGNED, .max = 900 },
  { .number = 12, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 8, .fields = sample_descriptor },
  { .number = 13, .kind = TV_ODD_ID, .n = 2, .one_in = 8 },
  { .number = 14, .kind = TV_ODD_SIGNED, .max = 900, .n = 3, .one_in = 6 },
  { .number = 0 },
};

/* ---- Native heaps ---- */
static const TvOddField heap_sample[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_TIME, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 2 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 8 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 9, .one_in = 8 },
  { .number = 0 },
};

static const TvOddField heap_stats[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField own_text[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField own_frame[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 0 },
};

static const TvOddField own_callstack[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID, .n = 5 },
  { .number = 0 },
};

static const TvOddField own_mapping[] = {
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

static const TvOddField heap_dump[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 6, .fields = heap_sample },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 12 },
  { .number = 5, .kind = TV_ODD_MESSAGE, .one_in = 6, .fields = heap_stats },
  { .number = 6, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 12 },
  { .number = 9, .kind = TV_ODD_TIME, .one_in = 2 },
  { .number = 10, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 12 },
  { .number = 11, .kind = TV_ODD_TEXT, .one_in = 2 },
  { .number = 12, .kind = TV_ODD_NUMBER, .max = 4096, .one_in = 2 },
  { .number = 13, .kind = TV_ODD_NUMBER, .max = 4096, .one_in = 4 },
  { .number = 14, .kind = TV_ODD_CHOICE, .max = 3, .one_in = 8 },
  { .number = 15, .kind = TV_ODD_TIME, .one_in = 4 },
  { .number = 0 },
};

const TvOddField tv_odd_heap_profile[] = {
  { .number = 5, .kind = TV_ODD_MESSAGE, .n = 3, .fields = heap_dump },
  { .number = 6, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 3 },
  { .number = 7, .kind = TV_ODD_INDEX },
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 4, .fields = own_text },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 4, .fields = own_frame },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 4, .fields = own_callstack },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 4, .fields = own_mapping },
  { .number = 0 },
};

/* ---- Java heaps ---- */
static const TvOddField object[] = {
  { .number = 1, .kind = TV_ODD_ID, .one_in = 3 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 2 },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 3, .one_in = 4 },
  { .number = 4, .kind = TV_ODD_ID, .n = 3, .one_in = 4, .is_packed = TRUE },
  { .number = 5, .kind = TV_ODD_ID, .n = 4, .one_in = 2, .is_packed = TRUE },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 6 },
  { .number = 10, .kind = TV_ODD_ID, .n = 2, .one_in = 8 },
  { .number = 11, .kind = TV_ODD_ID, .one_in = 12 },
  { .number = 12, .kind = TV_ODD_CHOICE, .max = 4, .one_in = 12 },
  { .number = 13, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 12 },
  { .number = 0 },
};

static const TvOddField root[] = {
  { .number = 1, .kind = TV_ODD_ID, .n = 4, .is_packed = TRUE },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 15 },
  { .number = 0 },
};

static const TvOddField class[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_ID, .n = 4, .one_in = 3, .is_packed = TRUE },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 12, .one_in = 2 },
  { .number = 8, .kind = TV_ODD_ID, .one_in = 4 },
  { .number = 0 },
};

static const TvOddField heap_text[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

const TvOddField tv_odd_heap_graph[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 8, .fields = object },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = heap_text },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_INDEX },
  { .number = 7, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 2, .fields = root },
  { .number = 8, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 3, .fields = heap_text },
  { .number = 9, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = class },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 4 },
  { .number = 0 },
};

/* ---- Maps ---- */
static const TvOddField map[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 90000, .one_in = 3 },
  { .number = 10, .kind = TV_ODD_NUMBER, .max = 7, .one_in = 3 },
  { .number = 11, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 12, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 13, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 14, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 15, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField packed_maps[] = {
  { .number = 1, .kind = TV_ODD_TEXT, .n = 4 },
  { .number = 2, .kind = TV_ODD_ID, .n = 4, .is_packed = TRUE },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9, .n = 4, .one_in = 3, .is_packed = TRUE },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900, .n = 4, .is_packed = TRUE },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900, .n = 5, .one_in = 2, .is_packed = TRUE },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 900, .n = 3, .one_in = 3, .is_packed = TRUE },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 900, .n = 4, .one_in = 3, .is_packed = TRUE },
  { .number = 0 },
};

const TvOddField tv_odd_smaps[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .one_in = 2, .fields = map },
  { .number = 3, .kind = TV_ODD_MESSAGE, .one_in = 3, .fields = packed_maps },
  { .number = 0 },
};

/* ---- Symbols ---- */
static const TvOddField line[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField address[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = line },
  { .number = 0 },
};

const TvOddField tv_odd_symbols[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 4, .fields = address },
  { .number = 0 },
};

static const TvOddField member[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField method[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 99, .one_in = 3 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 99, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 99, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 99, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField mapped_class[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 2, .fields = member },
  { .number = 4, .kind = TV_ODD_MESSAGE, .n = 3, .one_in = 2, .fields = method },
  { .number = 0 },
};

const TvOddField tv_odd_deobfuscation[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_MESSAGE, .n = 3, .fields = mapped_class },
  { .number = 0 },
};
