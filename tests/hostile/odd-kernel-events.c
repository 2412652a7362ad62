/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odd-perfetto-fields.h"

/* ---- Interpreted events ---- */
static const TvOddField switched[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 139 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 4096 },
  { .number = 5, .kind = TV_ODD_TEXT },
  { .number = 6, .kind = TV_ODD_TID },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 139 },
  { .number = 0 },
};

static const TvOddField woken[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 139 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_CPU },
  { .number = 0 },
};

static const TvOddField blocked[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 0 },
};

static const TvOddField new_task[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 65536 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 1000 },
  { .number = 0 },
};

static const TvOddField renamed[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 1000 },
  { .number = 0 },
};

static const TvOddField exited[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TID, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 139 },
  { .number = 0 },
};

static const TvOddField freed[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 139 },
  { .number = 0 },
};

static const TvOddField forked[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_TID },
  { .number = 0 },
};

static const TvOddField of_cpu[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 2, .kind = TV_ODD_CPU },
  { .number = 0 },
};

static const TvOddField limits[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 3, .kind = TV_ODD_CPU },
  { .number = 0 },
};

static const TvOddField of_gpu[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 4 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 0 },
};

static const TvOddField clock_change[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 5000 },
  { .number = 3, .kind = TV_ODD_CPU },
  { .number = 0 },
};

static const TvOddField irq[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField irq_end[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 0 },
};

static const TvOddField soft_irq[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 11 },
  { .number = 0 },
};

static const TvOddField work_item[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 0 },
};

static const TvOddField mark[] = {
  { .number = 1, .kind = TV_ODD_NUMBER },
  { .number = 2, .kind = TV_ODD_MARK },
  { .number = 0 },
};

static const TvOddField other_mark[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 5 },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 900 },
  { .number = 5, .kind = TV_ODD_MARK, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField suspend[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 9 },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 0 },
};

static const TvOddField named[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 0 },
};

static const TvOddField oom[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 1000 },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 0 },
};

static const TvOddField rss[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 90000 },
  { .number = 3, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_ID, .one_in = 2 },
  { .number = 0 },
};

static const TvOddField rss_throttled[] = {
  { .number = 1, .kind = TV_ODD_CHOICE, .max = 1 },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 6 },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 90000 },
  { .number = 0 },
};

static const TvOddField memory[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 8 },
  { .number = 0 },
};

static const TvOddField ion[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9000 },
  { .number = 0 },
};

static const TvOddField ion_stat[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 9000 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 9000 },
  { .number = 0 },
};

static const TvOddField gpu_memory[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 3 },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 90000 },
  { .number = 0 },
};

static const TvOddField thermal[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 2, .kind = TV_ODD_SIGNED, .max = 90000 },
  { .number = 3, .kind = TV_ODD_SIGNED, .max = 90000 },
  { .number = 4, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField cooling[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField fence[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField vblank[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 4 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField job[] = {
  { .number = 1, .kind = TV_ODD_ID }, { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_ID }, { .number = 4, .kind = TV_ODD_ID },
  { .number = 5, .kind = TV_ODD_ID }, { .number = 6, .kind = TV_ODD_TEXT },
  { .number = 7, .kind = TV_ODD_ID }, { .number = 0 },
};

static const TvOddField new_job[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_ID },
  { .number = 4, .kind = TV_ODD_ID },
  { .number = 5, .kind = TV_ODD_ID },
  { .number = 6, .kind = TV_ODD_ID },
  { .number = 0 },
};

static const TvOddField system_call[] = {
  { .number = 1, .kind = TV_ODD_SIGNED, .max = 460 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900, .n = 6 },
  { .number = 0 },
};

static const TvOddField signal_event[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 32 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 32 },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_TID },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 9 },
  { .number = 0 },
};

static const TvOddField graph[] = {
  { .number = 1, .kind = TV_ODD_SIGNED, .max = 9 },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField probe[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_CHOICE, .max = 4 },
  { .number = 0 },
};

static const TvOddField generic_field[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TEXT, .one_in = 3 },
  { .number = 4, .kind = TV_ODD_SIGNED, .max = 900, .one_in = 3 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 3 },
  { .number = 0 },
};

static const TvOddField generic[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .fields = generic_field },
  { .number = 0 },
};

static const TvOddField binder[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_ID },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_TID },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9 },
  { .number = 7, .kind = TV_ODD_CHOICE, .max = 3 },
  { .number = 0 },
};

static const TvOddField binder_of[] = {
  { .number = 1, .kind = TV_ODD_ID },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField command[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 0 },
};

static const TvOddField lock[] = {
  { .number = 1, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField power_work[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 4 },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 3, .kind = TV_ODD_TIME },
  { .number = 4, .kind = TV_ODD_TIME },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 900 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9000 },
  { .number = 0 },
};

const TvOddField tv_odd_kernel_payloads[] = {
  { .number = 4, .kind = TV_ODD_MESSAGE, .fields = switched },
  { .number = 4, .kind = TV_ODD_MESSAGE, .fields = switched },
  { .number = 4, .kind = TV_ODD_MESSAGE, .fields = switched },
  { .number = 20, .kind = TV_ODD_MESSAGE, .fields = woken },
  { .number = 20, .kind = TV_ODD_MESSAGE, .fields = woken },
  { .number = 17, .kind = TV_ODD_MESSAGE, .fields = woken },
  { .number = 114, .kind = TV_ODD_MESSAGE, .fields = woken },
  { .number = 18, .kind = TV_ODD_MESSAGE, .fields = blocked },
  { .number = 235, .kind = TV_ODD_MESSAGE, .fields = new_task },
  { .number = 236, .kind = TV_ODD_MESSAGE, .fields = renamed },
  { .number = 238, .kind = TV_ODD_MESSAGE, .fields = exited },
  { .number = 240, .kind = TV_ODD_MESSAGE, .fields = freed },
  { .number = 239, .kind = TV_ODD_MESSAGE, .fields = forked },
  { .number = 11, .kind = TV_ODD_MESSAGE, .fields = of_cpu },
  { .number = 12, .kind = TV_ODD_MESSAGE, .fields = limits },
  { .number = 13, .kind = TV_ODD_MESSAGE, .fields = of_cpu },
  { .number = 332, .kind = TV_ODD_MESSAGE, .fields = of_gpu },
  { .number = 16, .kind = TV_ODD_MESSAGE, .fields = clock_change },
  { .number = 14, .kind = TV_ODD_MESSAGE, .fields = clock_change },
  { .number = 15, .kind = TV_ODD_MESSAGE, .fields = clock_change },
  { .number = 36, .kind = TV_ODD_MESSAGE, .fields = irq },
  { .number = 37, .kind = TV_ODD_MESSAGE, .fields = irq_end },
  { .number = 24, .kind = TV_ODD_MESSAGE, .fields = soft_irq },
  { .number = 25, .kind = TV_ODD_MESSAGE, .fields = soft_irq },
  { .number = 26, .kind = TV_ODD_MESSAGE, .fields = soft_irq },
  { .number = 559, .kind = TV_ODD_MESSAGE, .fields = soft_irq },
  { .number = 560, .kind = TV_ODD_MESSAGE, .fields = soft_irq },
  { .number = 21, .kind = TV_ODD_MESSAGE, .fields = named },
  { .number = 22, .kind = TV_ODD_MESSAGE, .fields = named },
  { .number = 23, .kind = TV_ODD_MESSAGE, .fields = irq },
  { .number = 58, .kind = TV_ODD_MESSAGE, .fields = work_item },
  { .number = 57, .kind = TV_ODD_MESSAGE, .fields = work_item },
  { .number = 56, .kind = TV_ODD_MESSAGE, .fields = work_item },
  { .number = 59, .kind = TV_ODD_MESSAGE, .fields = work_item },
  { .number = 3, .kind = TV_ODD_MESSAGE, .fields = mark },
  { .number = 3, .kind = TV_ODD_MESSAGE, .fields = mark },
  { .number = 3, .kind = TV_ODD_MESSAGE, .fields = mark },
  { .number = 331, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 333, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 348, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 349, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 350, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 467, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 484, .kind = TV_ODD_MESSAGE, .fields = other_mark },
  { .number = 113, .kind = TV_ODD_MESSAGE, .fields = suspend },
  { .number = 113, .kind = TV_ODD_MESSAGE, .fields = suspend },
  { .number = 481, .kind = TV_ODD_MESSAGE, .fields = oom },
  { .number = 404, .kind = TV_ODD_MESSAGE, .fields = named },
  { .number = 405, .kind = TV_ODD_MESSAGE, .fields = named },
  { .number = 326, .kind = TV_ODD_MESSAGE, .fields = oom },
  { .number = 313, .kind = TV_ODD_MESSAGE, .fields = rss },
  { .number = 359, .kind = TV_ODD_MESSAGE, .fields = rss_throttled },
  { .number = 328, .kind = TV_ODD_MESSAGE, .fields = memory },
  { .number = 315, .kind = TV_ODD_MESSAGE, .fields = ion },
  { .number = 314, .kind = TV_ODD_MESSAGE, .fields = ion },
  { .number = 335, .kind = TV_ODD_MESSAGE, .fields = ion_stat },
  { .number = 351, .kind = TV_ODD_MESSAGE, .fields = ion_stat },
  { .number = 340, .kind = TV_ODD_MESSAGE, .fields = gpu_memory },
  { .number = 341, .kind = TV_ODD_MESSAGE, .fields = thermal },
  { .number = 342, .kind = TV_ODD_MESSAGE, .fields = cooling },
  { .number = 414, .kind = TV_ODD_MESSAGE, .fields = fence },
  { .number = 415, .kind = TV_ODD_MESSAGE, .fields = fence },
  { .number = 416, .kind = TV_ODD_MESSAGE, .fields = fence },
  { .number = 417, .kind = TV_ODD_MESSAGE, .fields = fence },
  { .number = 418, .kind = TV_ODD_MESSAGE, .fields = fence },
  { .number = 409, .kind = TV_ODD_MESSAGE, .fields = vblank },
  { .number = 410, .kind = TV_ODD_MESSAGE, .fields = vblank },
  { .number = 411, .kind = TV_ODD_MESSAGE, .fields = job },
  { .number = 412, .kind = TV_ODD_MESSAGE, .fields = job },
  { .number = 413, .kind = TV_ODD_MESSAGE, .fields = job },
  { .number = 593, .kind = TV_ODD_MESSAGE, .fields = new_job },
  { .number = 594, .kind = TV_ODD_MESSAGE, .fields = new_job },
  { .number = 592, .kind = TV_ODD_MESSAGE, .fields = new_job },
  { .number = 329, .kind = TV_ODD_MESSAGE, .fields = system_call },
  { .number = 330, .kind = TV_ODD_MESSAGE, .fields = system_call },
  { .number = 325, .kind = TV_ODD_MESSAGE, .fields = signal_event },
  { .number = 324, .kind = TV_ODD_MESSAGE, .fields = signal_event },
  { .number = 334, .kind = TV_ODD_MESSAGE, .fields = signal_event },
  { .number = 437, .kind = TV_ODD_MESSAGE, .fields = graph },
  { .number = 438, .kind = TV_ODD_MESSAGE, .fields = graph },
  { .number = 542, .kind = TV_ODD_MESSAGE, .fields = probe },
  { .number = 327, .kind = TV_ODD_MESSAGE, .fields = generic },
  { .number = 50, .kind = TV_ODD_MESSAGE, .fields = binder },
  { .number = 50, .kind = TV_ODD_MESSAGE, .fields = binder },
  { .number = 51, .kind = TV_ODD_MESSAGE, .fields = binder_of },
  { .number = 51, .kind = TV_ODD_MESSAGE, .fields = binder_of },
  { .number = 52, .kind = TV_ODD_MESSAGE, .fields = binder_of },
  { .number = 53, .kind = TV_ODD_MESSAGE, .fields = lock },
  { .number = 54, .kind = TV_ODD_MESSAGE, .fields = lock },
  { .number = 55, .kind = TV_ODD_MESSAGE, .fields = lock },
  { .number = 323, .kind = TV_ODD_MESSAGE, .fields = binder_of },
  { .number = 485, .kind = TV_ODD_MESSAGE, .fields = command },
  { .number = 486, .kind = TV_ODD_MESSAGE, .fields = command },
  { .number = 332, .kind = TV_ODD_MESSAGE, .fields = power_work },
  { .number = 0 },
};

const guint tv_odd_n_kernel_payloads = G_N_ELEMENTS (tv_odd_kernel_payloads) - 1;

/* ---- Processes and threads ---- */
static const TvOddField listed_process[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TID, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_TEXT, .n = 2, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 20000, .one_in = 3 },
  { .number = 6, .kind = TV_ODD_TID, .n = 2, .one_in = 8 },
  { .number = 7, .kind = TV_ODD_TIME, .one_in = 6 },
  { .number = 8, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 6 },
  { .number = 9, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField listed_thread[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_TID, .n = 2, .one_in = 8 },
  { .number = 0 },
};

const TvOddField tv_odd_process_tree[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 4, .fields = listed_process },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 4, .fields = listed_thread },
  { .number = 0 },
};

static const TvOddField open_file[] = {
  { .number = 1, .kind = TV_ODD_NUMBER, .max = 99 },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField reported_thread[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 99, .one_in = 6 },
  { .number = 0 },
};

static const TvOddField reported_process[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 3, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 4, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 2 },
  { .number = 6, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 4 },
  { .number = 7, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 4 },
  { .number = 8, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 4 },
  { .number = 9, .kind = TV_ODD_NUMBER, .max = 9000, .one_in = 4 },
  { .number = 10, .kind = TV_ODD_SIGNED, .max = 1000, .one_in = 2 },
  { .number = 11, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 3, .fields = reported_thread },
  { .number = 12, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 8 },
  { .number = 13, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 8 },
  { .number = 14, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 8 },
  { .number = 15, .kind = TV_ODD_MESSAGE, .n = 2, .one_in = 6, .fields = open_file },
  { .number = 16, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 17, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 21, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 22, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 24, .kind = TV_ODD_NUMBER, .max = 900, .one_in = 6 },
  { .number = 0 },
};

const TvOddField tv_odd_process_stats[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = reported_process },
  { .number = 2, .kind = TV_ODD_TIME, .one_in = 2 },
  { .number = 0 },
};

/* ---- Other kernels ---- */
const TvOddField tv_odd_task_state[] = {
  { .number = 1, .kind = TV_ODD_CPU },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 3, .kind = TV_ODD_TID },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 9 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 139 },
  { .number = 0 },
};

const TvOddField tv_odd_task_frequency[] = {
  { .number = 1, .kind = TV_ODD_CPU },
  { .number = 2, .kind = TV_ODD_NUMBER, .max = 9000000 },
  { .number = 0 },
};

const TvOddField tv_odd_task_name[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField other_process[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 0 },
};

static const TvOddField other_thread[] = {
  { .number = 1, .kind = TV_ODD_TID },
  { .number = 2, .kind = TV_ODD_TID },
  { .number = 3, .kind = TV_ODD_TEXT },
  { .number = 4, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 2 },
  { .number = 5, .kind = TV_ODD_CHOICE, .max = 1, .one_in = 4 },
  { .number = 0 },
};

const TvOddField tv_odd_task_tree[] = {
  { .number = 1, .kind = TV_ODD_MESSAGE, .n = 3, .fields = other_process },
  { .number = 2, .kind = TV_ODD_MESSAGE, .n = 3, .fields = other_thread },
  { .number = 0 },
};
