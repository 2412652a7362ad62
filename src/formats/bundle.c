/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/bundle.h"

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/foreign.h"
#include "formats/format.h"
#include "formats/input/container.h"
#include "formats/input/unpack.h"

struct _TvBundle
{
  char *path;
  GArray *members;  /* TvMember */
  GPtrArray *paths; /* of members that are files, else NULL */
  GStringChunk *names;
  gboolean is_partial;
};

/* A format may be sure by the beginning of a file; else all of it has to be there. */
static TvMemberKind
recognize (const TvContainerMember *member, const char **title)
{
  TvInput head = { .head = member->head,
                   .head_size = member->head_size,
                   .data = member->head,
                   .size = member->head_size,
                   .fd = -1 };
  const TvFormat *format;

  if (member->is_locked)
    {
      *title = _("locked");
      return TV_MEMBER_LOCKED;
    }
  if (head.head == NULL)
    head.head = head.data = (const guint8 *) "";
  format = tv_format_find (&head, TV_CONFIDENCE_SURE, NULL);
  if (format != NULL)
    {
      *title = _ (format->title);
      return TV_MEMBER_TRACE;
    }
  *title = tv_foreign_describe (&head);
  if (tv_unpack_is_packed (head.head, head.head_size))
    {
      *title = _("packed: what is inside shows when it is opened");
      return TV_MEMBER_PERHAPS;
    }
  if (tv_format_find (&head, TV_CONFIDENCE_WEAK, NULL) != NULL)
    return TV_MEMBER_PERHAPS;
  return TV_MEMBER_OTHER;
}

static void
add_member (const TvContainerMember *found, gpointer data)
{
  TvBundle *self = data;
  TvMember member = { .name = g_string_chunk_insert (self->names, found->name),
                      .size = found->size,
                      .modified_s = found->modified_s };

  member.kind = recognize (found, &member.title);
  g_array_append_val (self->members, member);
  g_ptr_array_add (self->paths, g_strdup (found->path));
}

static void
prefix_name (const char *path, GError **error)
{
  g_autofree char *display = tv_input_dup_display_name (path);

  g_prefix_error (error, "%s: ", display);
}

/**
 * tv_bundle_open:
 * @path: name of a folder or a file
 * @cancellable: (nullable): to stop it
 * @error: %TV_ERROR_NOT_A_TRACE if it is no folder, zip or tar; the message names it
 *
 * Lists what is in a folder, a zip or a tar, and what each looks like by its beginning. That costs as
 * much as to unpack it where the archive is packed as a whole. Blocks; any thread may call it.
 *
 * Returns: (transfer full) (nullable): the bundle, which may have no member that can be opened
 */
TvBundle *
tv_bundle_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvBundle) self = g_new0 (TvBundle, 1);

  self->path = g_strdup (path);
  self->members = g_array_new (FALSE, FALSE, sizeof (TvMember));
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->names = g_string_chunk_new (1024);
  if (!tv_container_list (path, add_member, self, &self->is_partial, cancellable, error))
    {
      prefix_name (path, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
tv_bundle_free (TvBundle *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_array_unref (self->members);
  g_ptr_array_unref (self->paths);
  g_string_chunk_free (self->names);
  g_free (self);
}

/**
 * tv_bundle_get_members:
 * @self: a bundle
 * @n: (out): how many
 *
 * Returns: (array length=n) (transfer none): its files, in the order of the archive, of a folder by
 *   their names
 */
const TvMember *
tv_bundle_get_members (const TvBundle *self, guint *n)
{
  *n = self->members->len;
  return (const TvMember *) (gconstpointer) self->members->data;
}

/**
 * tv_bundle_count:
 * @self: a bundle
 * @kind: whether members can be opened
 *
 * Returns: how many members are of the kind
 */
guint
tv_bundle_count (const TvBundle *self, TvMemberKind kind)
{
  guint n_members, n = 0;
  const TvMember *members = tv_bundle_get_members (self, &n_members);

  for (guint i = 0; i < n_members; i++)
    n += members[i].kind == kind;
  return n;
}

/**
 * tv_bundle_is_partial:
 * @self: a bundle
 *
 * Returns: whether there is more in it than was listed, see tv_container_list()
 */
gboolean
tv_bundle_is_partial (const TvBundle *self)
{
  return self->is_partial;
}

/**
 * tv_bundle_find:
 * @self: a bundle
 * @name: what a member is called
 * @member: (out): which one it is; of several, the first
 *
 * Returns: whether there is one
 */
gboolean
tv_bundle_find (const TvBundle *self, const char *name, guint *member)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (self, &n);

  for (*member = 0; *member < n; ++*member)
    if (g_str_equal (members[*member].name, name))
      return TRUE;
  return FALSE;
}

/**
 * tv_bundle_dup_member_name:
 * @self: a bundle
 * @member: one of its members
 *
 * Returns: (transfer full): what users call it, with the bundle's own name
 */
char *
tv_bundle_dup_member_name (const TvBundle *self, guint member)
{
  g_autofree char *display = tv_input_dup_display_name (self->path);

  g_return_val_if_fail (member < self->members->len, NULL);
  return g_strdup_printf ("%s: %s", display, g_array_index (self->members, TvMember, member).name);
}

/**
 * tv_bundle_open_member:
 * @self: a bundle
 * @member: one of its members
 * @cancellable: (nullable): to stop it
 * @error: set in the domain %TV_ERROR; the message names bundle and member
 *
 * Returns: (transfer full) (nullable): the member, of an archive in memory
 */
TvInput *
tv_bundle_open_member (const TvBundle *self,
                       guint member,
                       GCancellable *cancellable,
                       GError **error)
{
  const char *path;
  TvInput *input;

  g_return_val_if_fail (member < self->members->len, NULL);
  path = g_ptr_array_index (self->paths, member);
  if (path != NULL)
    return tv_input_open (path, cancellable, error);
  input = tv_container_open (
      self->path, member, g_array_index (self->members, TvMember, member).name, cancellable, error);
  if (input == NULL)
    {
      g_autofree char *name = tv_bundle_dup_member_name (self, member);

      g_prefix_error (error, "%s: ", name);
    }
  return input;
}

/**
 * tv_member_kind_name:
 * @kind: whether a member can be opened
 *
 * Returns: a word for it, the same in all languages
 */
const char *
tv_member_kind_name (TvMemberKind kind)
{
  static const char *const names[] = { "trace", "perhaps", "other", "locked" };

  return names[kind];
}
