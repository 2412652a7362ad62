/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-target.h"

#include <string.h>

#include "core/memory/parallel.h"

#define READER_VARIABLE "TV_FUZZ_READER"

static const char *reader;

/* Takes the value of an argument that libFuzzer does not know, and removes the argument from the list. Returns NULL
 * if the argument is missing. */
static const char *
take_argument (int *argc, char **argv, const char *name)
{
  for (int i = 1; i < *argc; i++)
    if (g_str_has_prefix (argv[i], name))
      {
        const char *value = argv[i] + strlen (name);

        memmove (&argv[i], &argv[i + 1], (size_t) (*argc - i) * sizeof (char *));
        --*argc;
        return value;
      }
  return NULL;
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  /* A warning is a bug in the program: irregularities of a file must be reported as a problem or an error. */
  g_log_set_always_fatal (G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  reader = take_argument (argc, *argv, "--reader=");
  /* Merging a corpus restarts the program without the argument. */
  if (reader != NULL)
    g_setenv (READER_VARIABLE, reader, TRUE);
  else
    reader = g_getenv (READER_VARIABLE);
  if (reader != NULL)
    tv_parallel_set_max_threads (1);
  return 0;
}

/* Returns the format id passed as --reader=, or NULL. */
const char *
fuzz_target_get_reader (void)
{
  return reader;
}
