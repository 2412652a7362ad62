/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/incident/sentence.h"

#include <string.h>

#include <glib/gi18n.h>

/* Text with links to threads, locks, frames and log lines. Written by the diagnoses; read by the window and by
 * `tracedump incident`. A sentence stores which process was named last, so that the name is not repeated for the next
 * word with the same process. */

struct _TvSentence
{
  GString *text;
  GArray *links; /* TvSentenceLink */
  char *process; /* (nullable): process that was named last */
};

TvSentence *
tv_sentence_new (void)
{
  TvSentence *self = g_new0 (TvSentence, 1);

  self->text = g_string_new (NULL);
  self->links = g_array_new (FALSE, FALSE, sizeof (TvSentenceLink));
  return self;
}

void
tv_sentence_free (TvSentence *self)
{
  if (self == NULL)
    return;
  g_string_free (self->text, TRUE);
  g_array_unref (self->links);
  g_free (self->process);
  g_free (self);
}

/* Appends a word, followed by its process unless that process was named last. */
static void
append_reference (TvSentence *self, const TvSentenceReference *word)
{
  TvSentenceLink link = { self->text->len, 0, word->target, word->row };

  if (word->process == NULL || g_strcmp0 (word->process, self->process) == 0 ||
      g_str_equal (word->process, word->text))
    g_string_append (self->text, word->text);
  else
    /* Translators: a thread and its process */
    g_string_append_printf (self->text, _("%s of %s"), word->text, word->process);
  if (word->process != NULL)
    {
      g_free (self->process);
      self->process = g_strdup (word->process);
    }
  link.size = self->text->len - link.start;
  if (word->target != TV_SENTENCE_NO_TARGET)
    g_array_append_val (self->links, link);
}

/**
 * tv_sentence_append:
 * @self: a sentence
 * @format: text with placeholders {0}, {1} …, which translations may reorder
 * @words: (array length=n): words to insert; their strings are freed
 * @n: number of words; at most 10
 *
 * Appends text and words to a sentence.
 */
void
tv_sentence_append (TvSentence *self, const char *format, const TvSentenceReference *words, guint n)
{
  for (const char *at = format; *at != '\0'; at++)
    {
      if (at[0] == '{' && g_ascii_isdigit (at[1]) && at[2] == '}' && (guint) (at[1] - '0') < n)
        {
          append_reference (self, &words[at[1] - '0']);
          at += 2;
        }
      else
        g_string_append_c (self->text, *at);
    }
  for (guint i = 0; i < n; i++)
    {
      g_free (words[i].text);
      g_free (words[i].process);
    }
}

const char *
tv_sentence_get_text (const TvSentence *self)
{
  return self->text->str;
}

/* Returns: (transfer none) (array length=n): links of the sentence, in order */
const TvSentenceLink *
tv_sentence_get_links (const TvSentence *self, guint *n)
{
  *n = self->links->len;
  return (const TvSentenceLink *) (gconstpointer) self->links->data;
}
