/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvSentenceTarget:
 * @TV_SENTENCE_THREAD: a #TvDumpThread
 * @TV_SENTENCE_LOCK: a #TvDumpLock
 * @TV_SENTENCE_CALLSITE: a #TvCallsite
 * @TV_SENTENCE_SLICE: a slice on the timeline
 * @TV_SENTENCE_LINE: a log line
 * @TV_SENTENCE_NO_TARGET: no link
 *
 * Target of a link in a sentence.
 */
typedef enum
{
  TV_SENTENCE_THREAD,
  TV_SENTENCE_LOCK,
  TV_SENTENCE_CALLSITE,
  TV_SENTENCE_SLICE,
  TV_SENTENCE_LINE,
  TV_SENTENCE_NO_TARGET,
} TvSentenceTarget;

/**
 * TvSentenceLink:
 * @start: byte offset in the sentence
 * @size: number of bytes
 * @target: kind of the target
 * @row: index of the target
 *
 * A link in a sentence.
 */
typedef struct
{
  gsize start;
  gsize size;
  TvSentenceTarget target;
  guint32 row;
} TvSentenceLink;

/**
 * TvSentenceReference:
 * @text: (transfer full): text of the word
 * @target: kind of the target
 * @row: index of the target
 * @process: (transfer full) (nullable): label of the target's process
 *
 * A word of a sentence with its link. If @process differs from the process that was named last, the process follows
 * the word, as in "main of com.acme.mail (4711)".
 */
typedef struct
{
  char *text;
  TvSentenceTarget target;
  guint32 row;
  char *process;
} TvSentenceReference;

/**
 * TvSentence:
 *
 * A sentence with links.
 */
typedef struct _TvSentence TvSentence;

TvSentence           *tv_sentence_new       (void);
void                  tv_sentence_free      (TvSentence *self);
void                  tv_sentence_append    (TvSentence           *self,
                                             const char           *format,
                                             const TvSentenceReference *words,
                                             guint                 n);
const char           *tv_sentence_get_text  (const TvSentence *self);
const TvSentenceLink *tv_sentence_get_links (const TvSentence *self,
                                             guint            *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSentence, tv_sentence_free)

G_END_DECLS
