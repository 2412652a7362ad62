/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/mcp-server.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "formats/json.h"
#include "traceview-config.h"

/* Implements the Model Context Protocol. The client may be faulty. Each line results in one response, or in none if
 * it contains only notifications, responses and cancelled requests. Violations of the protocol result in JSON-RPC
 * errors; a tool that fails returns a result that is marked as an error. Called by serve.c: tv_mcp_server_handle() on
 * the worker thread; tv_mcp_cancels_add(), tv_mcp_parse_cancellations() and tv_mcp_has_request() on the main thread.
 * Both threads share only a TvMcpCancels, which has a lock. For each call, an additional thread enforces the time
 * limit. */

#define MAX_BATCH 100

enum
{
  FAULT_NOT_JSON = -32700,
  FAULT_NOT_A_REQUEST = -32600,
  FAULT_NO_SUCH_METHOD = -32601,
  FAULT_WRONG_PARAMETERS = -32602,
};

static const char *const versions[] = { "2024-11-05", "2025-03-26", "2025-06-18" };

/* Time limit of a call, which a separate thread enforces */
typedef struct
{
  GCancellable *cancellable;
  gint64 deadline; /* monotonic time of the deadline, in µs */
  GMutex lock;     /* protects the fields below */
  GCond changed;
  gboolean is_done;
  gboolean is_late; /* whether the call was cancelled at its deadline */
} Limit;

struct _TvMcpServer
{
  TvServedFolders *folders;
  const TvMcpTool *tools;
  guint n_tools;
  gboolean is_initialized;
  TvMcpCancels *cancels; /* (nullable): cancelled requests of the line that is being handled */
};

struct _TvMcpCancels
{
  GMutex lock;              /* protects the fields below */
  GPtrArray *ids;           /* JsonNode: cancelled ids */
  JsonNode *running;        /* (nullable): id of the running request */
  GCancellable *of_running; /* (nullable): cancellable of the running request */
};

/**
 * tv_mcp_server_new:
 * @folders: (transfer full): folders that the tools may read
 * @tools: (array length=n_tools): the tools; must outlive the server
 * @n_tools: number of @tools
 *
 * Returns: (transfer full): a server that expects an “initialize” request
 */
TvMcpServer *
tv_mcp_server_new (TvServedFolders *folders, const TvMcpTool *tools, guint n_tools)
{
  TvMcpServer *self = g_new0 (TvMcpServer, 1);

  self->folders = folders;
  self->tools = tools;
  self->n_tools = n_tools;
  return self;
}

void
tv_mcp_server_free (TvMcpServer *self)
{
  if (self == NULL)
    return;
  tv_served_folders_free (self->folders);
  g_free (self);
}

/* ---- Values ---- */

/* Returns: (nullable): the value of a string node; %NULL for other nodes */
static const char *
get_text (JsonNode *node)
{
  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static gboolean
is_integer (JsonNode *node)
{
  return json_node_get_value_type (node) == G_TYPE_INT64;
}

static JsonObject *
get_object (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

const char *
tv_mcp_call_get_text (const TvMcpCall *self, const char *name)
{
  return get_text (json_object_get_member (self->arguments, name));
}

gint64
tv_mcp_call_get_integer (const TvMcpCall *self, const char *name, gint64 fallback)
{
  return json_object_get_int_member_with_default (self->arguments, name, fallback);
}

/* ---- Content ---- */

static void
add_text (JsonArray *content, const char *text)
{
  JsonObject *item = json_object_new ();

  json_object_set_string_member (item, "type", "text");
  json_object_set_string_member (item, "text", text);
  json_array_add_object_element (content, item);
}

void
tv_mcp_call_add_text (const TvMcpCall *self, const char *text, gsize size)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) size);

  add_text (self->content, valid);
}

/**
 * tv_mcp_call_add_cursor:
 * @self: a call
 * @next: start of the next page, in the unit of the tool
 *
 * Appends the cursor of the next page to the content.
 */
void
tv_mcp_call_add_cursor (const TvMcpCall *self, guint64 next)
{
  g_autofree char *text = g_strdup_printf ("{\"next_cursor\": \"%" PRIu64 "\"}", next);

  add_text (self->content, text);
}

void
tv_mcp_call_add_image (const TvMcpCall *self, const guint8 *bytes, gsize size)
{
  g_autofree char *text = g_base64_encode (bytes, size);
  JsonObject *item = json_object_new ();

  json_object_set_string_member (item, "type", "image");
  json_object_set_string_member (item, "data", text);
  json_object_set_string_member (item, "mimeType", "image/png");
  json_array_add_object_element (self->content, item);
}

/* ---- Responses ---- */

/* Creates a response. @id: (nullable) (transfer none): id of the request; if NULL, the id in the response is null */
static JsonNode *
new_response (JsonNode *id, const char *key, JsonObject *value)
{
  JsonObject *response = json_object_new ();
  JsonNode *node = json_node_alloc ();

  json_object_set_string_member (response, "jsonrpc", "2.0");
  if (id != NULL)
    json_object_set_member (response, "id", json_node_copy (id));
  else
    json_object_set_null_member (response, "id");
  json_object_set_object_member (response, key, value);
  json_node_init_object (node, response);
  json_object_unref (response);
  return node;
}

static JsonNode *G_GNUC_PRINTF (3, 4) new_fault (JsonNode *id, int code, const char *format, ...)
{
  JsonObject *fault = json_object_new ();
  g_autofree char *message = NULL;
  va_list values;

  va_start (values, format);
  message = g_strdup_vprintf (format, values);
  va_end (values);
  json_object_set_int_member (fault, "code", code);
  json_object_set_string_member (fault, "message", message);
  return new_response (id, "error", fault);
}

static char *
dup_line (JsonNode *response)
{
  char *line = json_to_string (response, FALSE);

  json_node_unref (response);
  return line;
}

/* ---- initialize ---- */

static JsonNode *
initialize (TvMcpServer *self, JsonNode *id, JsonObject *parameters)
{
  const char *wanted = get_text (json_object_get_member (parameters, "protocolVersion"));
  const char *version = versions[G_N_ELEMENTS (versions) - 1];
  JsonObject *result, *capabilities, *info;

  if (wanted == NULL)
    return new_fault (id, FAULT_WRONG_PARAMETERS, "initialize: protocolVersion must be a string");
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    if (g_str_equal (versions[i], wanted))
      version = versions[i];
  result = json_object_new ();
  capabilities = json_object_new ();
  info = json_object_new ();
  json_object_set_object_member (capabilities, "tools", json_object_new ());
  json_object_set_string_member (info, "name", "tracedump");
  json_object_set_string_member (info, "version", TV_VERSION);
  json_object_set_string_member (result, "protocolVersion", version);
  json_object_set_object_member (result, "capabilities", capabilities);
  json_object_set_object_member (result, "serverInfo", info);
  json_object_set_string_member (
      result, "instructions",
      "Reads traces of Android and OpenHarmony. Call open without a path to list files. An answer "
      "that ends in {\"next_cursor\": …} has another page: repeat the call with this cursor.");
  self->is_initialized = TRUE;
  return new_response (id, "result", result);
}

/* ---- tools/list ---- */

static JsonObject *
new_schema_of_argument (const TvMcpArgument *argument)
{
  static const char *const types[] = {
    [TV_MCP_TEXT] = "string",
    [TV_MCP_INTEGER] = "integer",
    [TV_MCP_BOOLEAN] = "boolean",
  };
  JsonObject *schema = json_object_new ();
  g_auto (GStrv) choices = argument->choices != NULL ? g_strsplit (argument->choices, " ", -1)
                                                     : NULL;

  json_object_set_string_member (schema, "type", types[argument->type]);
  json_object_set_string_member (schema, "description", argument->description);
  if (argument->type == TV_MCP_INTEGER)
    {
      json_object_set_int_member (schema, "minimum", argument->min);
      json_object_set_int_member (schema, "maximum", argument->max);
    }
  if (choices != NULL)
    {
      JsonArray *array = json_array_new ();

      for (char **choice = choices; *choice != NULL; choice++)
        json_array_add_string_element (array, *choice);
      json_object_set_array_member (schema, "enum", array);
    }
  return schema;
}

static JsonObject *
new_schema (const TvMcpTool *tool)
{
  JsonObject *schema = json_object_new (), *properties = json_object_new ();
  JsonArray *required = json_array_new ();

  for (const TvMcpArgument *argument = tool->arguments; argument->name != NULL; argument++)
    {
      json_object_set_object_member (properties, argument->name, new_schema_of_argument (argument));
      if (argument->is_required)
        json_array_add_string_element (required, argument->name);
    }
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  json_object_set_array_member (schema, "required", required);
  json_object_set_boolean_member (schema, "additionalProperties", FALSE);
  return schema;
}

static JsonNode *
list_tools (TvMcpServer *self, JsonNode *id, JsonObject *parameters)
{
  JsonObject *result;
  JsonArray *tools;

  /* All tools are on one page, so no cursor is valid. */
  if (json_object_has_member (parameters, "cursor"))
    return new_fault (id, FAULT_WRONG_PARAMETERS, "tools/list: unknown cursor");
  result = json_object_new ();
  tools = json_array_new ();
  for (guint i = 0; i < self->n_tools; i++)
    {
      JsonObject *tool = json_object_new (), *hints = json_object_new ();

      json_object_set_boolean_member (hints, "readOnlyHint", TRUE);
      json_object_set_boolean_member (hints, "openWorldHint", FALSE);
      json_object_set_string_member (tool, "name", self->tools[i].name);
      json_object_set_string_member (tool, "description", self->tools[i].description);
      json_object_set_object_member (tool, "inputSchema", new_schema (&self->tools[i]));
      json_object_set_object_member (tool, "annotations", hints);
      json_array_add_object_element (tools, tool);
    }
  json_object_set_array_member (result, "tools", tools);
  return new_response (id, "result", result);
}

/* ---- tools/call ---- */

static const TvMcpTool *
find_tool (const TvMcpServer *self, const char *name)
{
  for (guint i = 0; i < self->n_tools; i++)
    if (g_str_equal (self->tools[i].name, name))
      return &self->tools[i];
  return NULL;
}

static const TvMcpArgument *
find_argument (const TvMcpTool *tool, const char *name)
{
  for (const TvMcpArgument *argument = tool->arguments; argument->name != NULL; argument++)
    if (g_str_equal (argument->name, name))
      return argument;
  return NULL;
}

static gboolean
is_choice (const TvMcpArgument *argument, const char *text)
{
  g_auto (GStrv) choices = argument->choices != NULL ? g_strsplit (argument->choices, " ", -1)
                                                     : NULL;

  return choices == NULL || g_strv_contains ((const char *const *) choices, text);
}

/* Returns: (transfer full) (nullable): description of the expected value; %NULL if @node is valid */
static char *
dup_expected (const TvMcpArgument *argument, JsonNode *node)
{
  const char *text = get_text (node);

  if (argument->type == TV_MCP_BOOLEAN)
    return json_node_get_value_type (node) == G_TYPE_BOOLEAN ? NULL : g_strdup ("true or false");
  if (argument->type == TV_MCP_INTEGER)
    return is_integer (node) && json_node_get_int (node) >= argument->min &&
                   json_node_get_int (node) <= argument->max
               ? NULL
               : g_strdup_printf ("an integer from %" PRIi64 " to %" PRIi64, argument->min,
                                  argument->max);
  if (text == NULL)
    return g_strdup ("a string");
  return is_choice (argument, text) ? NULL : g_strdup_printf ("one of: %s", argument->choices);
}

/* Returns: (transfer full) (nullable): error message for the first invalid or missing argument; %NULL if there is
 * none */
static char *
dup_fault_of_arguments (const TvMcpTool *tool, JsonObject *arguments)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, arguments);
  while (json_object_iter_next (&iter, &name, &node))
    {
      const TvMcpArgument *argument = find_argument (tool, name);
      g_autofree char *expected = argument != NULL ? dup_expected (argument, node) : NULL;

      if (argument == NULL)
        return g_strdup ("unknown argument; tools/list describes the arguments");
      if (expected != NULL)
        return g_strdup_printf ("%s must be %s", argument->name, expected);
    }
  for (const TvMcpArgument *argument = tool->arguments; argument->name != NULL; argument++)
    if (argument->is_required && !json_object_has_member (arguments, argument->name))
      return g_strdup_printf ("missing argument: %s", argument->name);
  return NULL;
}

/* Returns whether a request has been cancelled. The caller must hold the lock. */
static gboolean
find_id (TvMcpCancels *self, JsonNode *id)
{
  for (guint i = 0; i < self->ids->len; i++)
    if (json_node_equal (self->ids->pdata[i], id))
      return TRUE;
  return FALSE;
}

static gboolean
cancels_has (TvMcpCancels *self, JsonNode *id)
{
  gboolean is_there;

  if (self == NULL)
    return FALSE;
  g_mutex_lock (&self->lock);
  is_there = find_id (self, id);
  g_mutex_unlock (&self->lock);
  return is_there;
}

/* Stores which request is running. If the request has already been cancelled, cancels its work at once. */
static void
cancels_begin (TvMcpCancels *self, JsonNode *id, GCancellable *cancellable)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->running = id;
  self->of_running = cancellable;
  if (find_id (self, id))
    g_cancellable_cancel (cancellable);
  g_mutex_unlock (&self->lock);
}

static void
cancels_end (TvMcpCancels *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  self->running = NULL;
  self->of_running = NULL;
  g_mutex_unlock (&self->lock);
}

/* Cancels a call at its deadline. Runs in a thread of its own. */
static gpointer
watch_time (gpointer data)
{
  Limit *self = data;

  g_mutex_lock (&self->lock);
  while (!self->is_done && g_cond_wait_until (&self->changed, &self->lock, self->deadline))
    ;
  self->is_late = !self->is_done;
  g_mutex_unlock (&self->lock);
  if (self->is_late)
    g_cancellable_cancel (self->cancellable);
  return NULL;
}

/* Runs a tool with a time limit in seconds. @is_late: (out): whether the tool was cancelled at the time limit */
static gboolean
run_in_time (const TvMcpCall *call, gint64 seconds, gboolean *is_late, GError **error)
{
  Limit limit = { .cancellable = call->cancellable,
                  .deadline = g_get_monotonic_time () + seconds * G_TIME_SPAN_SECOND };
  gboolean is_fine;
  GThread *watch;

  g_mutex_init (&limit.lock);
  g_cond_init (&limit.changed);
  watch = g_thread_new ("time limit", watch_time, &limit);
  is_fine = call->tool->run (call, error);
  g_mutex_lock (&limit.lock);
  limit.is_done = TRUE;
  g_cond_signal (&limit.changed);
  g_mutex_unlock (&limit.lock);
  g_thread_join (watch);
  g_cond_clear (&limit.changed);
  g_mutex_clear (&limit.lock);
  *is_late = limit.is_late;
  return is_fine;
}

/* Runs a tool until it ends, reaches its time limit, or is cancelled. Returns whether its content is complete. */
static gboolean
run_within_limits (TvMcpServer *self, const TvMcpCall *call, JsonNode *id, GError **error)
{
  gint64 seconds = tv_mcp_call_get_integer (call, "timeout_s", TV_MCP_SECONDS);
  gboolean is_late, is_fine;

  cancels_begin (self->cancels, id, call->cancellable);
  is_fine = run_in_time (call, seconds, &is_late, error);
  cancels_end (self->cancels);
  if (!g_cancellable_is_cancelled (call->cancellable))
    return is_fine;
  g_clear_error (error);
  if (is_late)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                 "%s took longer than %" PRIi64 " s; timeout_s changes the limit", call->tool->name,
                 seconds);
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
  return FALSE;
}

/* Returns: (transfer full) (nullable): result of a tool; %NULL if the client has cancelled the request */
static JsonObject *
run_tool (TvMcpServer *self, const TvMcpTool *tool, JsonNode *id, JsonObject *arguments)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TvMcpCall call = { tool, self->folders, arguments, cancellable, json_array_new () };
  g_autoptr (GError) error = NULL;
  gboolean is_fine = run_within_limits (self, &call, id, &error);
  JsonObject *result;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      json_array_unref (call.content);
      return NULL;
    }
  if (!is_fine)
    {
      g_autofree char *message = g_utf8_make_valid (error->message, -1);

      g_clear_pointer (&call.content, json_array_unref);
      call.content = json_array_new ();
      add_text (call.content, message);
    }
  result = json_object_new ();
  json_object_set_array_member (result, "content", call.content);
  json_object_set_boolean_member (result, "isError", !is_fine);
  return result;
}

static JsonNode *
call_tool (TvMcpServer *self, JsonNode *id, JsonObject *parameters)
{
  const char *name = get_text (json_object_get_member (parameters, "name"));
  const TvMcpTool *tool = name != NULL ? find_tool (self, name) : NULL;
  JsonNode *given = json_object_get_member (parameters, "arguments");
  g_autoptr (JsonObject) none = json_object_new ();
  JsonObject *arguments = given != NULL ? get_object (given) : none;
  g_autofree char *fault = NULL;
  JsonObject *result;

  if (name == NULL)
    return new_fault (id, FAULT_WRONG_PARAMETERS, "tools/call: name must be a string");
  if (tool == NULL)
    return new_fault (id, FAULT_WRONG_PARAMETERS, "unknown tool: %.100s", name);
  if (arguments == NULL)
    return new_fault (id, FAULT_WRONG_PARAMETERS, "%s: arguments must be an object", tool->name);
  fault = dup_fault_of_arguments (tool, arguments);
  if (fault != NULL)
    return new_fault (id, FAULT_WRONG_PARAMETERS, "%s: %s", tool->name, fault);
  result = run_tool (self, tool, id, arguments);
  return result != NULL ? new_response (id, "result", result) : NULL;
}

/* ---- Messages ---- */

static JsonNode *
ping (TvMcpServer *self, JsonNode *id, JsonObject *parameters)
{
  return new_response (id, "result", json_object_new ());
}

static const struct
{
  const char *name;
  gboolean needs_initialize;
  JsonNode *(*run) (TvMcpServer *self, JsonNode *id, JsonObject *parameters);
} methods[] = {
  { "initialize", FALSE, initialize },
  { "ping", FALSE, ping },
  { "tools/list", TRUE, list_tools },
  { "tools/call", TRUE, call_tool },
};

static JsonNode *
handle_request (TvMcpServer *self, JsonNode *id, const char *method, JsonObject *parameters)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      if (!g_str_equal (methods[i].name, method))
        continue;
      if (methods[i].needs_initialize && !self->is_initialized)
        return new_fault (id, FAULT_NOT_A_REQUEST, "%s before initialize", methods[i].name);
      if (parameters == NULL)
        return new_fault (id, FAULT_WRONG_PARAMETERS, "%s: params must be an object",
                          methods[i].name);
      return methods[i].run (self, id, parameters);
    }
  return new_fault (id, FAULT_NO_SUCH_METHOD, "unknown method");
}

/* Returns: (transfer full) (nullable): response to a message; %NULL for notifications, responses and cancelled
 * requests */
static JsonNode *
handle_message (TvMcpServer *self, JsonNode *message)
{
  JsonObject *object = get_object (message);
  JsonNode *id = object != NULL ? json_object_get_member (object, "id") : NULL;
  JsonNode *parameters = object != NULL ? json_object_get_member (object, "params") : NULL;
  const char *method = object != NULL ? get_text (json_object_get_member (object, "method")) : NULL;
  g_autoptr (JsonObject) none = json_object_new ();

  if (object == NULL)
    return new_fault (NULL, FAULT_NOT_A_REQUEST, "a message must be an object");
  if (id != NULL && get_text (id) == NULL && !is_integer (id))
    return new_fault (NULL, FAULT_NOT_A_REQUEST, "id must be a string or an integer");
  if (g_strcmp0 (get_text (json_object_get_member (object, "jsonrpc")), "2.0") != 0)
    return new_fault (id, FAULT_NOT_A_REQUEST, "jsonrpc must be \"2.0\"");
  if (!json_object_has_member (object, "method") &&
      (json_object_has_member (object, "result") || json_object_has_member (object, "error")))
    return NULL; /* a response; the server itself sends no requests */
  if (method == NULL)
    return new_fault (id, FAULT_NOT_A_REQUEST, "method must be a string");
  if (id == NULL || cancels_has (self->cancels, id))
    return NULL;
  return handle_request (self, id, method, parameters != NULL ? get_object (parameters) : none);
}

/* Returns: (transfer full) (nullable): responses to a batch of messages; %NULL if there are none */
static JsonNode *
handle_batch (TvMcpServer *self, JsonArray *messages)
{
  guint n = json_array_get_length (messages);
  g_autoptr (JsonArray) responses = json_array_new ();

  if (n == 0 || n > MAX_BATCH)
    return new_fault (NULL, FAULT_NOT_A_REQUEST, "a batch must have 1 to %u messages", MAX_BATCH);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *response = handle_message (self, json_array_get_element (messages, i));

      if (response != NULL)
        json_array_add_element (responses, response);
    }
  return json_array_get_length (responses) > 0
             ? json_node_init_array (json_node_alloc (), responses)
             : NULL;
}

/* ---- Parser ---- */

/* A separate parser is necessary, because the parser of json-glib recurses without a limit, accepts more than JSON,
 * and leaks memory on invalid input. */

static gsize
count_digits (const char *text)
{
  return strspn (text, "0123456789");
}

/* Parses a JSON number. */
static JsonNode *
take_number (TvJson *text)
{
  const char *start = text->at, *p = start + (*start == '-');
  gsize n = count_digits (p);
  gboolean is_integer_form = TRUE, is_wrong = n == 0 || (n > 1 && *p == '0');
  gint64 integer;
  double real;

  p += n;
  if (*p == '.')
    {
      n = count_digits (++p);
      is_wrong = is_wrong || n == 0;
      is_integer_form = FALSE;
      p += n;
    }
  if (*p == 'e' || *p == 'E')
    {
      p += 1 + (p[1] == '+' || p[1] == '-');
      n = count_digits (p);
      is_wrong = is_wrong || n == 0;
      is_integer_form = FALSE;
      p += n;
    }
  if (is_wrong)
    return NULL;
  text->at = p;
  errno = 0;
  integer = g_ascii_strtoll (start, NULL, 10);
  if (is_integer_form && errno == 0)
    return json_node_init_int (json_node_alloc (), integer);
  real = g_ascii_strtod (start, NULL);
  return real - real == 0 ? json_node_init_double (json_node_alloc (), real) : NULL;
}

static JsonNode *
take_word (TvJson *text)
{
  static const char *const literals[] = { "false", "true", "null" };

  for (guint i = 0; i < G_N_ELEMENTS (literals); i++)
    if (g_str_has_prefix (text->at, literals[i]))
      {
        text->at += strlen (literals[i]);
        return i < 2 ? json_node_init_boolean (json_node_alloc (), i == 1)
                     : json_node_init_null (json_node_alloc ());
      }
  return NULL;
}

static JsonNode *take_value (TvJson *text, guint depth, gboolean *is_too_deep);

static JsonNode *
take_array (TvJson *text, guint depth, gboolean *is_too_deep)
{
  g_autoptr (JsonArray) array = json_array_new ();

  if (!tv_json_take (text, ']'))
    {
      do
        {
          JsonNode *value = take_value (text, depth, is_too_deep);

          if (value == NULL)
            return NULL;
          json_array_add_element (array, value);
        }
      while (tv_json_take (text, ','));
      if (!tv_json_take (text, ']'))
        return NULL;
    }
  return json_node_init_array (json_node_alloc (), array);
}

static JsonNode *
take_object (TvJson *text, guint depth, gboolean *is_too_deep)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GString) name = g_string_new (NULL);

  if (!tv_json_take (text, '}'))
    {
      do
        {
          JsonNode *value = tv_json_take_string (text, name) && tv_json_take (text, ':')
                                ? take_value (text, depth, is_too_deep)
                                : NULL;

          if (value == NULL)
            return NULL;
          json_object_set_member (object, name->str, value);
        }
      while (tv_json_take (text, ','));
      if (!tv_json_take (text, '}'))
        return NULL;
    }
  return json_node_init_object (json_node_alloc (), object);
}

/* Returns: (transfer full) (nullable): the next value; %NULL if it is invalid or too deeply nested */
static JsonNode *
take_value (TvJson *text, guint depth, gboolean *is_too_deep)
{
  g_autoptr (GString) string = NULL;
  char c = tv_json_peek (text);

  if (c == '{' || c == '[')
    {
      *is_too_deep = depth == TV_JSON_MAX_DEPTH;
      if (*is_too_deep)
        return NULL;
      text->at++;
      return c == '{' ? take_object (text, depth + 1, is_too_deep)
                      : take_array (text, depth + 1, is_too_deep);
    }
  if (c == '-' || g_ascii_isdigit (c))
    return take_number (text);
  if (c != '"')
    return take_word (text);
  string = g_string_new (NULL);
  return tv_json_take_string (text, string)
             ? json_node_init_string (json_node_alloc (), string->str)
             : NULL;
}

/* Returns: (transfer full) (nullable): the value that the line contains; %NULL if the line is invalid */
static JsonNode *
parse_line (const char *line, gsize size, gboolean *is_too_deep)
{
  TvJson text = { line, line, line + size };
  JsonNode *root = take_value (&text, 0, is_too_deep);

  if (root != NULL && tv_json_peek (&text) == '\0' && text.at == text.end)
    return root;
  g_clear_pointer (&root, json_node_unref);
  return NULL;
}

/**
 * tv_mcp_server_handle:
 * @self: a server
 * @line: a NUL-terminated line without its line feed
 * @size: length of @line in bytes
 * @cancels: (nullable): requests in the line that the client has cancelled; they get no response
 *
 * Handles a line, and runs the requested tools. Blocks until they end.
 *
 * Returns: (transfer full) (nullable): the response without a line feed; %NULL if there is none
 */
char *
tv_mcp_server_handle (TvMcpServer *self, const char *line, gsize size, TvMcpCancels *cancels)
{
  g_autoptr (JsonNode) root = NULL;
  JsonNode *response;
  gboolean is_too_deep = FALSE;

  if (size > TV_MCP_MAX_LINE_BYTES)
    return tv_mcp_server_refuse_length (self);
  if (!g_utf8_validate_len (line, size, NULL))
    return dup_line (new_fault (NULL, FAULT_NOT_JSON, "the line is not UTF-8"));
  root = parse_line (line, size, &is_too_deep);
  if (is_too_deep)
    return dup_line (
        new_fault (NULL, FAULT_NOT_A_REQUEST, "nested deeper than %u", TV_JSON_MAX_DEPTH));
  if (root == NULL)
    return dup_line (new_fault (NULL, FAULT_NOT_JSON, "the line is not JSON"));
  self->cancels = cancels;
  response = JSON_NODE_HOLDS_ARRAY (root) ? handle_batch (self, json_node_get_array (root))
                                          : handle_message (self, root);
  return response != NULL ? dup_line (response) : NULL;
}

/**
 * tv_mcp_server_refuse_length:
 * @self: a server
 *
 * Returns: (transfer full): response to a line that is longer than %TV_MCP_MAX_LINE_BYTES
 */
char *
tv_mcp_server_refuse_length (TvMcpServer *self)
{
  return dup_line (new_fault (NULL, FAULT_NOT_A_REQUEST, "a line has more than %d bytes",
                              TV_MCP_MAX_LINE_BYTES));
}

/* ---- Cancellation ---- */

static gboolean
is_id (JsonNode *node)
{
  return node != NULL && (get_text (node) != NULL || is_integer (node));
}

TvMcpCancels *
tv_mcp_cancels_new (void)
{
  TvMcpCancels *self = g_new0 (TvMcpCancels, 1);

  g_mutex_init (&self->lock);
  self->ids = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  return self;
}

void
tv_mcp_cancels_free (TvMcpCancels *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->ids);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * tv_mcp_cancels_add:
 * @self: cancelled requests of a line
 * @id: id of a request
 *
 * Cancels a request, which may be running. A cancelled request gets no response.
 */
void
tv_mcp_cancels_add (TvMcpCancels *self, JsonNode *id)
{
  g_mutex_lock (&self->lock);
  if (!find_id (self, id))
    g_ptr_array_add (self->ids, json_node_copy (id));
  if (self->running != NULL && json_node_equal (self->running, id))
    g_cancellable_cancel (self->of_running);
  g_mutex_unlock (&self->lock);
}

/* Returns: (transfer full): valid messages of a line, which contains one message or a batch */
static GPtrArray *
parse_messages (const char *line, gsize size)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  gboolean is_too_deep = FALSE;
  g_autoptr (JsonNode)
      root = size <= TV_MCP_MAX_LINE_BYTES && g_utf8_validate_len (line, size, NULL)
                 ? parse_line (line, size, &is_too_deep)
                 : NULL;
  JsonArray *batch = root != NULL && JSON_NODE_HOLDS_ARRAY (root) ? json_node_get_array (root)
                                                                  : NULL;
  guint n = batch != NULL ? json_array_get_length (batch) : 1;

  for (guint i = 0; root != NULL && n <= MAX_BATCH && i < n; i++)
    {
      JsonNode *message = batch != NULL ? json_array_get_element (batch, i) : root;
      JsonObject *object = get_object (message);

      if (object != NULL &&
          g_strcmp0 (get_text (json_object_get_member (object, "jsonrpc")), "2.0") == 0)
        g_ptr_array_add (messages, json_node_ref (message));
    }
  return messages;
}

/**
 * tv_mcp_parse_cancellations:
 * @line: a NUL-terminated line without its line feed
 * @size: length of @line in bytes
 *
 * Returns: (transfer full) (element-type JsonNode): ids of the requests that the line cancels
 */
GPtrArray *
tv_mcp_parse_cancellations (const char *line, gsize size)
{
  static const char method[] = "notifications/cancelled";
  GPtrArray *ids = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_autoptr (GPtrArray) messages = memmem (line, size, method, strlen (method)) != NULL
                                       ? parse_messages (line, size)
                                       : NULL;

  for (guint i = 0; messages != NULL && i < messages->len; i++)
    {
      JsonObject *object = get_object (messages->pdata[i]);
      JsonObject *parameters = get_object (json_object_get_member (object, "params"));
      JsonNode *id = parameters != NULL ? json_object_get_member (parameters, "requestId") : NULL;

      if (!json_object_has_member (object, "id") && is_id (id) &&
          g_strcmp0 (get_text (json_object_get_member (object, "method")), method) == 0)
        g_ptr_array_add (ids, json_node_copy (id));
    }
  return ids;
}

/* Returns whether the line contains a request with the id @id. */
gboolean
tv_mcp_has_request (const char *line, gsize size, JsonNode *id)
{
  g_autoptr (GPtrArray) messages = parse_messages (line, size);

  for (guint i = 0; i < messages->len; i++)
    {
      JsonObject *object = get_object (messages->pdata[i]);

      if (json_object_has_member (object, "method") &&
          is_id (json_object_get_member (object, "id")) &&
          json_node_equal (json_object_get_member (object, "id"), id))
        return TRUE;
    }
  return FALSE;
}
