/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/symbol-files.h"

#include <gio/gio.h>
#include <string.h>

#include "core/memory/seeded-hash.h"
#include "formats/elf-symbols.h"

/* Finds unstripped libraries with symbols that recordings lack. The sample writer calls tv_symbol_files_get() and
 * _find(); the preferences, the pages and --symbols set the folders.
 *
 * Hidden state of the process: the chosen folders, and one list of the files in them, which all traces share.
 * @folders_lock protects both. Folders are searched on first use, and files are opened by the first lookup that needs
 * them. Each list has a lock, because worker threads look up names in parallel. */

#define DEBUG_FOLDER "/usr/lib/debug/.build-id"

#define MAX_FILES  65536
#define MAX_LEVELS 32
#define ELF_MAGIC  "\177ELF"

/* An ELF file, either in the chosen folders or elsewhere on this machine. */
typedef struct
{
  char *path;
  char *build_id;        /* (nullable): set when the file is opened */
  TvElfSymbols *symbols; /* (nullable): set when the file is opened */
  gboolean is_opened;
} File;

struct _TvSymbolFiles
{
  gatomicrefcount ref_count;
  GMutex lock; /* protects the members, because several readers may look up names in parallel */
  GArray *files;
  GHashTable *by_name;     /* file name without folders → GArray of guint: rows in @files */
  GHashTable *by_build_id; /* (nullable): build id → row in @files plus 1; created on first use */
  GHashTable *of_machine;  /* key of find_on_machine() → File; NULL if no file was found */
};

static GMutex folders_lock;
static char **folders_set;     /* (nullable): folders that the user chose */
static TvSymbolFiles *current; /* (nullable): files in @folders_set; created on first use */

static void
clear_file (gpointer data)
{
  File *file = data;

  g_free (file->path);
  g_free (file->build_id);
  g_clear_pointer (&file->symbols, tv_elf_symbols_free);
}

static void
free_file (gpointer data)
{
  if (data != NULL)
    clear_file (data);
  g_free (data);
}

/* ---- Folders ---- */

static gboolean
is_elf (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  char prefix[4];
  gsize n = 0;

  return stream != NULL &&
         g_input_stream_read_all (G_INPUT_STREAM (stream), prefix, sizeof prefix, &n, NULL, NULL) &&
         n == sizeof prefix && memcmp (prefix, ELF_MAGIC, sizeof prefix) == 0;
}

static void
add_file (TvSymbolFiles *self, const char *path)
{
  File file = { .path = g_strdup (path) };
  char *name = g_path_get_basename (path);
  GArray *rows = g_hash_table_lookup (self->by_name, name);
  guint row = self->files->len;

  if (rows == NULL)
    {
      rows = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->by_name, name, rows);
    }
  else
    g_free (name);
  g_array_append_val (rows, row);
  g_array_append_val (self->files, file);
}

/* Adds the ELF files in a folder and its subfolders. Does not follow symbolic links, which may form a cycle. */
static void
add_folder (TvSymbolFiles *self, const char *folder, guint level)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && self->files->len < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        continue;
      if (g_file_test (path, G_FILE_TEST_IS_DIR) && level < MAX_LEVELS)
        add_folder (self, path, level + 1);
      else if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && is_elf (path))
        add_file (self, path);
    }
}

/**
 * tv_symbol_files_new:
 * @folders: (array zero-terminated=1) (nullable): folders; %NULL if there are none
 *
 * Searches folders recursively for ELF files. This is slow; call it on a worker thread.
 *
 * Returns: (transfer full): the programs and libraries in the folders
 */
TvSymbolFiles *
tv_symbol_files_new (const char *const *folders)
{
  TvSymbolFiles *self = g_new0 (TvSymbolFiles, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (self->files, clear_file);
  self->by_name = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free,
                                         (GDestroyNotify) g_array_unref);
  self->of_machine = g_hash_table_new_full (tv_seeded_text_hash, g_str_equal, g_free, free_file);
  for (guint i = 0; folders != NULL && folders[i] != NULL; i++)
    add_folder (self, folders[i], 0);
  return self;
}

void
tv_symbol_files_unref (TvSymbolFiles *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->files);
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->of_machine);
  g_clear_pointer (&self->by_build_id, g_hash_table_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Returns the number of files. */
guint
tv_symbol_files_get_n (const TvSymbolFiles *self)
{
  return self->files->len;
}

/* ---- Interface for readers ---- */

/* Returns whether the program was built with libelf. */
gboolean
tv_symbol_files_are_read (void)
{
  return tv_elf_symbols_are_read ();
}

/* Sets the folders that are searched for symbols. The search runs on first use, on the thread of the reader. Files in
 * these folders take precedence over debug files of this machine. */
void
tv_symbol_files_set_folders (const char *const *folders)
{
  g_mutex_lock (&folders_lock);
  g_clear_pointer (&current, tv_symbol_files_unref);
  g_clear_pointer (&folders_set, g_strfreev);
  if (folders != NULL && folders[0] != NULL)
    folders_set = g_strdupv ((char **) folders);
  g_mutex_unlock (&folders_lock);
}

/* Returns: (transfer full) (nullable): the files in the current folders; NULL without libelf */
TvSymbolFiles *
tv_symbol_files_get (void)
{
  TvSymbolFiles *files;

  g_mutex_lock (&folders_lock);
  if (current == NULL && tv_elf_symbols_are_read ())
    current = tv_symbol_files_new ((const char *const *) folders_set);
  files = current;
  if (files != NULL)
    g_atomic_ref_count_inc (&files->ref_count);
  g_mutex_unlock (&folders_lock);
  return files;
}

/* ---- Names ---- */

static File *
open_file (TvSymbolFiles *self, guint row)
{
  File *file = &g_array_index (self->files, File, row);

  if (!file->is_opened)
    {
      file->is_opened = TRUE;
      file->symbols = tv_elf_symbols_open (file->path);
      if (file->symbols != NULL)
        file->build_id = g_strdup (tv_elf_symbols_get_build_id (file->symbols));
    }
  return file->symbols != NULL ? file : NULL;
}

/* Finds a file by build id. Its name may differ from the recorded name, for example if a library was built for
 * several programs. */
static File *
find_by_build_id (TvSymbolFiles *self, const char *build_id)
{
  gpointer row;

  if (self->by_build_id == NULL)
    {
      self->by_build_id = g_hash_table_new (tv_seeded_text_hash, g_str_equal);
      for (guint i = 0; i < self->files->len; i++)
        {
          File *file = open_file (self, i);

          if (file != NULL && file->build_id != NULL)
            g_hash_table_insert (self->by_build_id, file->build_id, GUINT_TO_POINTER (i + 1));
        }
    }
  row = g_hash_table_lookup (self->by_build_id, build_id);
  return row != NULL ? open_file (self, GPOINTER_TO_UINT (row) - 1) : NULL;
}

/* Finds a file by name. Among files with the same name, takes the one with the recorded build id, or the first file
 * if the recording contains no build id. A file with a different build id is never used, because its names would be
 * wrong. */
static File *
find_by_name (TvSymbolFiles *self, TvSpan path, const char *build_id)
{
  const char *slash = path.size > 0 ? memrchr (path.text, '/', path.size) : NULL;
  g_autofree char *name = slash != NULL
                              ? g_strndup (slash + 1, path.size - (gsize) (slash + 1 - path.text))
                              : g_strndup (path.text, path.size);
  GArray *rows = g_hash_table_lookup (self->by_name, name);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      File *file = open_file (self, g_array_index (rows, guint, i));

      if (file != NULL && (build_id == NULL || g_strcmp0 (file->build_id, build_id) == 0))
        return file;
    }
  return NULL;
}

/* ---- This machine ---- */

/* Returns: (transfer full) (nullable): the file at @path, or NULL if it has a different build id */
static File *
open_build (const char *path, const char *build_id)
{
  File *file;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !is_elf (path))
    return NULL;
  file = g_new0 (File, 1);
  file->path = g_strdup (path);
  file->is_opened = TRUE;
  file->symbols = tv_elf_symbols_open (path);
  if (file->symbols != NULL &&
      g_strcmp0 (tv_elf_symbols_get_build_id (file->symbols), build_id) == 0)
    return file;
  free_file (file);
  return NULL;
}

static gboolean
is_hexadecimal (const char *text)
{
  return strlen (text) > 2 && strspn (text, "0123456789abcdef") == strlen (text);
}

/* Finds a file with a build id on this machine: the separate debug file, or the program or library at the recorded
 * path. Caches the result. */
static File *
find_on_machine (TvSymbolFiles *self, TvSpan path, const char *build_id)
{
  g_autofree char *recorded = g_strndup (path.text, path.size);
  g_autofree char *key = g_strconcat (build_id, recorded, NULL);
  gpointer found;
  File *file = NULL;

  if (!is_hexadecimal (build_id))
    return NULL;
  if (g_hash_table_lookup_extended (self->of_machine, key, NULL, &found))
    return found;
  if (g_hash_table_size (self->of_machine) < MAX_FILES)
    {
      g_autofree char *debug = g_strdup_printf (DEBUG_FOLDER "/%.2s/%s.debug", build_id,
                                                build_id + 2);

      file = open_build (debug, build_id);
      if (file == NULL && g_path_is_absolute (recorded))
        file = open_build (recorded, build_id);
      g_hash_table_insert (self->of_machine, g_steal_pointer (&key), file);
    }
  return file;
}

/**
 * tv_symbol_files_find:
 * @self: files
 * @path: path of the binary in the recording
 * @build_id: (nullable): build id in hexadecimal digits; %NULL if the recording contains none
 * @address: an address
 * @is_offset: whether @address is a file offset in bytes instead of a virtual address
 *
 * Looks up the function at an address.
 *
 * Returns: (nullable): name of the function, mangled as in the file; valid as long as @self
 */
const char *
tv_symbol_files_find (TvSymbolFiles *self,
                      TvSpan path,
                      const char *build_id,
                      guint64 address,
                      gboolean is_offset)
{
  const char *name = NULL;
  File *file;

  g_mutex_lock (&self->lock);
  file = find_by_name (self, path, build_id);
  if (file == NULL && build_id != NULL)
    file = find_by_build_id (self, build_id);
  if (file == NULL && build_id != NULL)
    file = find_on_machine (self, path, build_id);
  if (file != NULL)
    name = tv_elf_symbols_find (file->symbols, address, is_offset);
  g_mutex_unlock (&self->lock);
  return name;
}
