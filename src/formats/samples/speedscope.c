/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/number-format.h"
#include "formats/format.h"
#include "formats/json.h"
#include "formats/samples/sample-writer.h"
#include "formats/unknown-parts.h"

/* Reads speedscope files, see speedscope's file-format-schema.json. A file contains shared frames, and a profile for
 * each thread. Sampled profiles become samples. Evented profiles become calls if their unit is a time; otherwise,
 * each interval between two events becomes a sample. Keys may have any order, so the positions of values are stored
 * until all keys on which their interpretation depends have been read. Entry point: tv_format_speedscope, listed in
 * TV_FORMATS. */

#define SCHEMA_KEY      "speedscope.app/file-format-schema"
#define VALUES_PER_STEP 65536

typedef enum
{
  UNIT_NONE,
  UNIT_BYTES,
  UNIT_TIME,
} UnitKind;

typedef struct
{
  TvJson samples, weights, events; /* positions of the arrays in the file; @at is NULL if missing */
  gboolean is_evented;
  gboolean is_unknown; /* whether the profile is neither evented nor sampled */
  UnitKind unit;
  double ns;    /* ns per unit, if the unit is a time */
  double start; /* value at which the profile starts, in the profile's unit */
} Profile;

typedef struct
{
  TvSampleWriter writer;
  const TvReadContext *context;
  GError **error;
  gboolean is_stopped;
  GString *text;
  GString *name;
  GArray *frames;        /* guint32 per frame index of the file */
  GArray *symbols;       /* guint32 per frame index of the file */
  GArray *stack;         /* guint32: frames of the current stack, outermost first */
  GArray *reversed;      /* guint32: frames of the current stack, innermost first */
  gboolean is_bad_stack; /* whether an entry of the current stack is not a frame index */
  guint32 kind;
  guint32 utid;
  guint64 n_values;
  guint n_digits;        /* number of decimals of weights without a unit */
  double sum;            /* sum of the absolute weights without a unit */
  gboolean is_surveying; /* whether this pass over the profiles only determines @n_digits */
  TvUnknownElements unknown;
  GString *type; /* type of the current profile */
} Reader;

static TvConfidence
probe (TvInput *input)
{
  const char *at = (const char *) input->prefix, *end = at + input->prefix_size;

  while (at < end && g_ascii_isspace (*at))
    at++;
  return at < end && *at == '{' &&
                 memmem (at, (gsize) (end - at), SCHEMA_KEY, strlen (SCHEMA_KEY)) != NULL
             ? TV_CONFIDENCE_SURE
             : TV_CONFIDENCE_NONE;
}

/* ---- JSON ---- */

typedef gboolean (*TakeMember) (Reader *self, TvJson *json, gpointer data);

static gboolean
step (Reader *self, const TvJson *json)
{
  if (self->n_values++ % VALUES_PER_STEP == 0 && !self->is_stopped)
    self->is_stopped = !tv_read_context_step (
        self->context, (double) (json->at - json->start) / (double) (json->end - json->start),
        self->error);
  return !self->is_stopped;
}

/* Parses an object. Calls @take_member for each member; self->text then contains the key, and @json points to the
 * value. */
static gboolean
take_object (Reader *self, TvJson *json, TakeMember take_member, gpointer data)
{
  if (!tv_json_take (json, '{'))
    return FALSE;
  if (tv_json_take (json, '}'))
    return TRUE;
  do
    if (!tv_json_take_string (json, self->text) || !tv_json_take (json, ':') ||
        !take_member (self, json, data))
      return FALSE;
  while (tv_json_take (json, ','));
  return tv_json_take (json, '}');
}

static gboolean
take_array (Reader *self, TvJson *json, TakeMember take_element, gpointer data)
{
  if (!tv_json_take (json, '['))
    return FALSE;
  if (tv_json_take (json, ']'))
    return TRUE;
  do
    if (!step (self, json) || !take_element (self, json, data))
      return FALSE;
  while (tv_json_take (json, ','));
  return tv_json_take (json, ']');
}

static gboolean
keep_start (Reader *self, TvJson *json, TvJson *start)
{
  *start = *json;
  return tv_json_skip (json, self->text);
}

/* ---- Frames ---- */

typedef struct
{
  GString *name, *file;
  gint64 line;
} FrameText;

static gboolean
take_frame_member (Reader *self, TvJson *json, gpointer data)
{
  FrameText *frame = data;

  if (g_str_equal (self->text->str, "name") && tv_json_peek (json) == '"')
    return tv_json_take_string (json, frame->name);
  if (g_str_equal (self->text->str, "file") && tv_json_peek (json) == '"')
    return tv_json_take_string (json, frame->file);
  if (g_str_equal (self->text->str, "line") && g_ascii_isdigit (tv_json_peek (json)))
    return tv_json_take_integer (json, &frame->line);
  return tv_json_skip (json, self->text);
}

static gboolean
take_frame (Reader *self, TvJson *json, gpointer data)
{
  FrameText *text = data;
  TvSampleFrame frame = { .kind = TV_FRAME_OTHER };
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };
  guint32 id;

  g_string_truncate (text->name, 0);
  g_string_truncate (text->file, 0);
  text->line = 0;
  if (!take_object (self, json, take_frame_member, text))
    return FALSE;
  frame.name = (TvSpan){ text->name->str, text->name->len };
  frame.file = (TvSpan){ text->file->str, text->file->len };
  frame.line = text->line > 0 && text->line < G_MAXINT32 ? (guint32) text->line : 0;
  id = tv_sample_writer_get_frame (&self->writer, &frame);
  g_array_append_val (self->frames, id);
  symbol.name = tv_trace_builder_intern (self->writer.builder, text->name->str,
                                         (gssize) text->name->len);
  id = tv_trace_builder_add_symbol (self->writer.builder, &symbol);
  g_array_append_val (self->symbols, id);
  return TRUE;
}

static gboolean
take_shared_member (Reader *self, TvJson *json, gpointer data)
{
  if (g_str_equal (self->text->str, "frames"))
    return take_array (self, json, take_frame, data);
  return tv_json_skip (json, self->text);
}

static gboolean
take_shared (Reader *self, TvJson *json)
{
  g_autoptr (GString) name = g_string_new (NULL), file = g_string_new (NULL);
  FrameText text = { name, file, 0 };

  return take_object (self, json, take_shared_member, &text);
}

/* ---- Samples ---- */

static void
add_stack (Reader *self, const Profile *profile, gint64 ts, double weight)
{
  double scale = profile->unit == UNIT_TIME   ? profile->ns
                 : profile->unit == UNIT_NONE ? (double) tv_decimal_get_unit (self->n_digits)
                                              : 1;
  double rounded = round (weight * scale);
  TvStackSample sample = {
    .ts = ts, .kind = self->kind, .utid = self->utid, .cpu = TV_NONE, .callsite = TV_NONE
  };
  guint n = self->stack->len;

  if (!(rounded >= 0 && rounded < 9e18))
    {
      tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_NEGATIVE_WEIGHT, -1);
      return;
    }
  sample.weight = (gint64) rounded;
  g_array_set_size (self->reversed, n);
  for (guint i = 0; i < n; i++)
    g_array_index (self->reversed, guint32, i) = g_array_index (self->stack, guint32, n - 1 - i);
  sample.callsite = tv_sample_writer_get_stack (
      &self->writer, (const guint32 *) (gpointer) self->reversed->data, n);
  tv_sample_writer_add (&self->writer, &sample);
}

static gboolean
take_stack_frame (Reader *self, TvJson *json, gpointer data)
{
  char next = tv_json_peek (json);
  gint64 frame;

  /* Newer versions of the format may use nested lists. Such stacks are skipped. */
  if (!g_ascii_isdigit (next) && next != '-')
    {
      self->is_bad_stack = TRUE;
      return tv_json_skip (json, self->text);
    }
  if (!tv_json_take_integer (json, &frame))
    return FALSE;
  if (frame >= 0 && frame < self->frames->len)
    g_array_append_val (self->stack, g_array_index (self->frames, guint32, frame));
  return TRUE;
}

static gint64
get_ts (const Profile *profile, double at)
{
  double ns = at * profile->ns;

  return profile->unit == UNIT_TIME && fabs (ns) < 4e18 ? (gint64) round (ns) : TV_NO_TIME;
}

/* Adds the samples of a profile. The samples and weights are parallel arrays. */
static gboolean
read_samples (Reader *self, Profile *profile)
{
  TvJson *samples = &profile->samples, *weights = &profile->weights;
  gboolean has_weights = weights->at != NULL && tv_json_take (weights, '[') &&
                         tv_json_peek (weights) != ']';
  double at = profile->start;

  if (!tv_json_take (samples, '['))
    return FALSE;
  if (tv_json_take (samples, ']'))
    return TRUE;
  if (!has_weights)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_NO_WEIGHTS, -1);
  do
    {
      double weight = 1;
      gint64 file_offset = samples->at - samples->start;

      g_array_set_size (self->stack, 0);
      self->is_bad_stack = FALSE;
      if (!step (self, samples) || !take_array (self, samples, take_stack_frame, NULL) ||
          (has_weights && !tv_json_take_number (weights, &weight)))
        return FALSE;
      if (self->is_bad_stack)
        tv_trace_builder_add_problem (self->writer.builder, TV_PROBLEM_BAD_LINE, file_offset,
                                      _("an entry of a stack is not a frame"));
      else
        add_stack (self, profile, get_ts (profile, at), weight);
      at += weight;
      has_weights = has_weights && tv_json_take (weights, ',');
    }
  while (tv_json_take (samples, ','));
  return tv_json_take (samples, ']');
}

/* ---- Calls ---- */

typedef struct
{
  gboolean opens, closes;
  gint64 frame;
  double at;
} Event;

typedef struct
{
  const Profile *profile;
  guint32 track; /* track of the calls, or TV_NONE */
  double last;
  gboolean has_last;
} Events;

static gboolean
take_event_member (Reader *self, TvJson *json, gpointer data)
{
  Event *event = data;

  if (g_str_equal (self->text->str, "type"))
    {
      gboolean is_taken = tv_json_take_string (json, self->text);

      event->opens = g_str_equal (self->text->str, "O");
      event->closes = g_str_equal (self->text->str, "C");
      if (is_taken && event->opens == event->closes && !self->is_surveying)
        tv_unknown_parts_add (&self->unknown, N_("event of type"),
                              (TvSpan){ self->text->str, self->text->len }, json->at - json->start);
      return is_taken;
    }
  if (g_str_equal (self->text->str, "frame"))
    return tv_json_take_integer (json, &event->frame);
  if (g_str_equal (self->text->str, "at"))
    return tv_json_take_number (json, &event->at);
  return tv_json_skip (json, self->text);
}

static void
emit_call (Reader *self, const Events *events, const Event *event, gint64 file_offset)
{
  guint32 symbol = g_array_index (self->symbols, guint32, event->frame);
  gint64 ts = get_ts (events->profile, event->at);

  if (ts == TV_NO_TIME)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_BAD_TIME, file_offset);
  else if (event->opens)
    tv_trace_builder_begin (self->writer.builder, events->track, symbol, ts, 0, file_offset);
  else
    tv_trace_builder_end (self->writer.builder, events->track, symbol, ts, 0, 0, file_offset);
}

/* Emits the current stack as a sample that lasts from the previous event to this one, and updates the stack. */
static void
emit_sample (Reader *self, Events *events, const Event *event)
{
  if (events->has_last && event->at > events->last && self->stack->len > 0)
    add_stack (self, events->profile, TV_NO_TIME, event->at - events->last);
  events->last = event->at;
  events->has_last = TRUE;
  if (event->opens)
    g_array_append_val (self->stack, g_array_index (self->frames, guint32, event->frame));
  else if (self->stack->len > 0)
    g_array_set_size (self->stack, self->stack->len - 1);
}

static gboolean
take_event (Reader *self, TvJson *json, gpointer data)
{
  gint64 file_offset = json->at - json->start;
  Events *events = data;
  Event event = { .frame = -1 };

  if (!take_object (self, json, take_event_member, &event))
    return FALSE;
  if (event.opens == event.closes || event.frame < 0 || event.frame >= self->frames->len)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_BAD_ARGUMENTS, file_offset);
  else if (events->track != TV_NONE)
    emit_call (self, events, &event, file_offset);
  else
    emit_sample (self, events, &event);
  return TRUE;
}

static gboolean
read_events (Reader *self, Profile *profile)
{
  Events events = { .profile = profile, .track = TV_NONE };

  if (profile->unit == UNIT_TIME)
    {
      tv_trace_builder_declare (self->writer.builder, TV_HAS_CALLS);
      events.track = tv_trace_builder_ensure_track (self->writer.builder, self->utid);
    }
  g_array_set_size (self->stack, 0);
  return take_array (self, &profile->events, take_event, &events);
}

/* ---- Profiles ---- */

/* Sets the unit of a profile. Returns FALSE if the unit is unknown. */
static gboolean
set_unit (Profile *profile, const char *unit)
{
  static const struct
  {
    const char *name;
    double ns;
  } times[] = {
    { "nanoseconds", 1 }, { "microseconds", 1e3 }, { "milliseconds", 1e6 }, { "seconds", 1e9 }
  };

  if (g_str_equal (unit, "bytes"))
    profile->unit = UNIT_BYTES;
  if (g_str_equal (unit, "bytes") || g_str_equal (unit, "none"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    if (g_str_equal (unit, times[i].name))
      {
        profile->unit = UNIT_TIME;
        profile->ns = times[i].ns;
        return TRUE;
      }
  return FALSE;
}

static gboolean
take_profile_member (Reader *self, TvJson *json, gpointer data)
{
  const char *key = self->text->str;
  Profile *profile = data;
  gboolean is_taken;

  if (g_str_equal (key, "type"))
    {
      is_taken = tv_json_take_string (json, self->type);
      profile->is_evented = g_str_equal (self->type->str, "evented");
      profile->is_unknown = !profile->is_evented && !g_str_equal (self->type->str, "sampled");
      return is_taken;
    }
  if (g_str_equal (key, "unit"))
    {
      is_taken = tv_json_take_string (json, self->text);
      if (!set_unit (profile, self->text->str) && !self->is_surveying)
        tv_unknown_parts_add (&self->unknown, N_("unit"),
                              (TvSpan){ self->text->str, self->text->len }, json->at - json->start);
      return is_taken;
    }
  if (g_str_equal (key, "name") && tv_json_peek (json) == '"')
    return tv_json_take_string (json, self->name);
  if (g_str_equal (key, "startValue"))
    return tv_json_take_number (json, &profile->start);
  if (g_str_equal (key, "samples"))
    return keep_start (self, json, &profile->samples);
  if (g_str_equal (key, "weights"))
    return keep_start (self, json, &profile->weights);
  if (g_str_equal (key, "events"))
    return keep_start (self, json, &profile->events);
  return tv_json_skip (json, self->text);
}

/* Gets or adds the thread of a profile. Profile names such as `[123] main` contain the thread id. */
static guint32
find_thread (Reader *self)
{
  TvSpan name = { self->name->str, self->name->len };
  const char *end = name.size > 2 && name.text[0] == '[' ? strchr (name.text, ']') : NULL;
  char *digits_end;
  guint64 tid;

  if (end != NULL && g_ascii_isdigit (name.text[1]))
    {
      tid = g_ascii_strtoull (name.text + 1, &digits_end, 10);
      if (digits_end == end && tid < G_MAXINT32)
        {
          name = (TvSpan){ end + 1, (gsize) (name.text + name.size - end - 1) };
          if (name.size > 0 && name.text[0] == ' ')
            name = (TvSpan){ name.text + 1, name.size - 1 };
          return tv_sample_writer_get_thread (&self->writer, TV_NONE, (guint32) tid, name);
        }
    }
  return tv_sample_writer_get_thread (&self->writer, TV_NONE, TV_NONE, name);
}

/* ---- Decimals ---- */

/* Adds a weight to the sum, and increases the number of decimals if the weight has more. Weights are doubles, so
 * digits beyond their precision are ignored. */
static void
survey_weight (Reader *self, double weight)
{
  self->sum += fabs (weight);
  for (double unit = (double) tv_decimal_get_unit (self->n_digits);
       self->n_digits < TV_WEIGHT_MAX_DIGITS &&
       fabs (weight * unit - round (weight * unit)) > 1e-12 * fmax (fabs (weight) * unit, 1);
       unit *= 10)
    self->n_digits++;
}

static gboolean
survey_number (Reader *self, TvJson *json, gpointer data)
{
  double weight;

  if (!tv_json_take_number (json, &weight))
    return FALSE;
  survey_weight (self, weight);
  return TRUE;
}

static gboolean
survey_event (Reader *self, TvJson *json, gpointer data)
{
  Event event = { .frame = -1 };

  if (!take_object (self, json, take_event_member, &event))
    return FALSE;
  survey_weight (self, event.at);
  return TRUE;
}

static gboolean
survey_profile (Reader *self, TvJson *json, gpointer data)
{
  Profile profile = { .ns = 1 };

  if (!take_object (self, json, take_profile_member, &profile))
    return FALSE;
  if (profile.unit == UNIT_NONE && profile.is_evented && profile.events.at != NULL)
    take_array (self, &profile.events, survey_event, NULL);
  else if (profile.unit == UNIT_NONE && !profile.is_evented && profile.weights.at != NULL)
    take_array (self, &profile.weights, survey_number, NULL);
  return TRUE;
}

/* Determines the number of decimals of all weights. Reduces the number if the sum of the weights would otherwise
 * overflow. */
static void
survey_profiles (Reader *self, TvJson profiles)
{
  guint n;

  take_array (self, &profiles, survey_profile, NULL);
  n = self->n_digits;
  while (self->n_digits > 0 && self->sum * (double) tv_decimal_get_unit (self->n_digits) > 9e18)
    self->n_digits--;
  if (self->n_digits < n)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_ROUNDED_WEIGHT, -1);
}

static gboolean
take_profile (Reader *self, TvJson *json, gpointer data)
{
  static const char *const names[] = { "weight", "bytes", "time" };
  static const TvWeightUnit units[] = { TV_WEIGHT_COUNT, TV_WEIGHT_BYTES, TV_WEIGHT_NS };
  Profile profile = { .ns = 1 };
  gint64 file_offset = json->at - json->start;

  g_string_truncate (self->name, 0);
  if (!take_object (self, json, take_profile_member, &profile))
    return FALSE;
  if (profile.is_unknown)
    {
      tv_unknown_parts_add (&self->unknown, N_("profile of type"),
                            (TvSpan){ self->type->str, self->type->len }, file_offset);
      return TRUE;
    }
  self->utid = find_thread (self);
  if (!profile.is_evented || profile.unit != UNIT_TIME)
    self->kind = tv_trace_builder_add_sample_kind (
        self->writer.builder,
        tv_trace_builder_intern (self->writer.builder, names[profile.unit], -1),
        profile.unit == UNIT_NONE ? tv_weight_unit_of_digits (self->n_digits)
                                  : units[profile.unit]);
  if (!profile.is_evented)
    return profile.samples.at == NULL || read_samples (self, &profile);
  if (self->utid == TV_NONE)
    self->utid = tv_sample_writer_get_thread (&self->writer, TV_NONE, 0, (TvSpan){ NULL, 0 });
  return profile.events.at == NULL || read_events (self, &profile);
}

typedef struct
{
  TvJson shared, profiles;
} File;

static gboolean
take_file_member (Reader *self, TvJson *json, gpointer data)
{
  File *file = data;

  if (g_str_equal (self->text->str, "shared"))
    return keep_start (self, json, &file->shared);
  if (g_str_equal (self->text->str, "profiles"))
    return keep_start (self, json, &file->profiles);
  return tv_json_skip (json, self->text);
}

static gboolean
read_file (Reader *self, TvInput *input)
{
  TvJson json = { .start = (const char *) input->data };
  File file = { .shared = { NULL, NULL, NULL } };
  gboolean is_whole;

  json.at = json.start;
  json.end = json.start + input->size;
  is_whole = take_object (self, &json, take_file_member, &file);
  if (file.shared.at == NULL || file.profiles.at == NULL)
    {
      g_set_error_literal (self->error, TV_ERROR, TV_ERROR_TRUNCATED,
                           _("the file contains no profiles, or only profiles without frames"));
      return FALSE;
    }
  is_whole = take_shared (self, &file.shared) && is_whole;
  self->is_surveying = TRUE;
  survey_profiles (self, file.profiles);
  self->is_surveying = FALSE;
  is_whole = take_array (self, &file.profiles, take_profile, NULL) && is_whole;
  if (self->is_stopped)
    return FALSE;
  if (!is_whole)
    tv_trace_builder_count_problem (self->writer.builder, TV_PROBLEM_CUT_RECORD,
                                    MAX (json.at, file.profiles.at) - json.start);
  tv_unknown_parts_report (&self->unknown, self->writer.builder);
  tv_sample_writer_finish (&self->writer);
  return TRUE;
}

static gboolean
read_speedscope (TvInput *input,
                 TvTraceBuilder *builder,
                 const TvReadContext *context,
                 GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL), name = g_string_new (NULL),
                      type = g_string_new (NULL);
  Reader self = { .context = context, .error = error, .text = text, .name = name, .type = type };
  gboolean is_read;

  if (!tv_input_load (input, context->cancellable, error))
    return FALSE;
  tv_sample_writer_init (&self.writer, builder);
  self.frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.symbols = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.reversed = g_array_new (FALSE, FALSE, sizeof (guint32));
  is_read = read_file (&self, input);
  g_array_unref (self.frames);
  g_array_unref (self.symbols);
  g_array_unref (self.stack);
  g_array_unref (self.reversed);
  tv_sample_writer_clear (&self.writer);
  return is_read;
}

const TvFormat tv_format_speedscope = {
  .id = "speedscope",
  .title = N_("speedscope profiles (JSON)"),
  .patterns = (const char *const[]){ "*.speedscope.json", "*.json", NULL },
  .mime_type = "application/x-speedscope",
  .mime_title = N_("speedscope profile"),
  .mime_parent = "application/json",
  .probe = probe,
  .read = read_speedscope,
};
