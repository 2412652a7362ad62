/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/wait-channel.h"

#include <string.h>

#include <glib/gi18n.h>

/* Explains the kernel functions in which threads sleep (/proc/PID/wchan). Their names depend on the kernel version
 * and the file system, so only parts of names are matched. Called only by incident-dump.c. Pure. */

/**
 * tv_wait_channel_get_format:
 * @function: name of a kernel function
 *
 * Returns: translated format of a sentence for tv_sentence_append(), with the thread as {0} and the function
 *   as {1}
 */
const char *
tv_wait_channel_get_format (const char *function)
{
  static const struct
  {
    const char *part;
    const char *format;
  } parts[] = {
    { "binder", N_("{0} waits in a binder call (kernel: {1})") },
    { "futex", N_("{0} waits for a lock or another thread (kernel: {1})") },
    { "epoll", N_("{0} waits for events (kernel: {1})") },
    { "poll", N_("{0} waits for a file or a socket to be ready (kernel: {1})") },
    { "fuse", N_("{0} waits for a file system in user space (kernel: {1})") },
    { "f2fs", N_("{0} waits for a disk (kernel: {1})") },
    { "ext4", N_("{0} waits for a disk (kernel: {1})") },
    { "jbd2", N_("{0} waits for a disk (kernel: {1})") },
    { "blk", N_("{0} waits for a disk (kernel: {1})") },
    { "io_schedule", N_("{0} waits for a disk (kernel: {1})") },
    { "wait_on_page", N_("{0} waits for a disk (kernel: {1})") },
    { "pipe", N_("{0} waits for a pipe (kernel: {1})") },
    { "unix_stream", N_("{0} waits for a socket (kernel: {1})") },
    { "sk_wait", N_("{0} waits for a socket (kernel: {1})") },
    { "nanosleep", N_("{0} was asleep (kernel: {1})") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (function, parts[i].part) != NULL)
      return _ (parts[i].format);
  return _("{0} waits in the kernel, in {1}");
}
