/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"
#include "formats/span.h"

G_BEGIN_DECLS

/* The lines of a map of names, each without its line feed.
 *
 *     original.Class -> a.b:
 *         [from:to:]type [original.Owner.]method(type,type)[:from[:to]] -> c
 *         type field -> d
 *     # {"id":"sourceFile","fileName":"Class.kt"}
 */

/**
 * TvMapLineKind:
 * @TV_MAP_LINE_EMPTY: nothing, or a comment that says nothing to programs
 * @TV_MAP_LINE_COMMENT: a comment with a key and a value, or with JSON
 * @TV_MAP_LINE_CLASS: a class
 * @TV_MAP_LINE_MEMBER: what is in one, see tv_map_line_parse_method()
 * @TV_MAP_LINE_BAD: nothing of all that
 */
typedef enum
{
  TV_MAP_LINE_EMPTY,
  TV_MAP_LINE_COMMENT,
  TV_MAP_LINE_CLASS,
  TV_MAP_LINE_MEMBER,
  TV_MAP_LINE_BAD,
} TvMapLineKind;

/**
 * TvMapClassLine:
 * @original: what the class is called in the source, with its package
 * @obfuscated: what it is called in the file
 */
typedef struct
{
  TvSpan original;
  TvSpan obfuscated;
} TvMapClassLine;

/**
 * TvMapMethodLine:
 * @obfuscated: what the method is called in the file
 * @type: what it returns, as Java writes it
 * @owner: the class it is of where that is another than the one it stands in, else empty
 * @name: what it is called in the source
 * @arguments: the types between the parentheses
 * @from: the first line in the file that is meant, or 0 where none is told
 * @to: the last
 * @original_from: the first line in the source, or 0 where it is not told
 * @original_to: the last, or 0
 * @has_range: whether @from and @to are told; they may be 0 then, too
 */
typedef struct
{
  TvSpan obfuscated;
  TvSpan type;
  TvSpan owner;
  TvSpan name;
  TvSpan arguments;
  guint32 from;
  guint32 to;
  guint32 original_from;
  guint32 original_to;
  gboolean has_range;
} TvMapMethodLine;

/**
 * TvMapMember:
 * @TV_MAP_MEMBER_BAD: not understood
 * @TV_MAP_MEMBER_FIELD: a field, which no trace tells of
 * @TV_MAP_MEMBER_METHOD: a method
 */
typedef enum
{
  TV_MAP_MEMBER_BAD,
  TV_MAP_MEMBER_FIELD,
  TV_MAP_MEMBER_METHOD,
} TvMapMember;

TvMapLineKind tv_map_line_get_kind     (TvSpan            line);
gboolean      tv_map_line_parse_class  (TvSpan            line,
                                        TvMapClassLine   *class_line);
TvMapMember   tv_map_line_parse_member (TvSpan            line,
                                        TvMapMethodLine  *method);

/**
 * TvMapFact:
 * @id: what it tells of, such as "sourceFile"
 * @file_name: a source file, or empty
 * @signature: a JVM descriptor, or empty
 * @version: of the format, as "2.2", or empty
 * @positions: what is between the braces of "positions", or empty
 *
 * What a comment in JSON says. Spans are as they are written: what needs an escape is left out.
 */
typedef struct
{
  TvSpan id;
  TvSpan file_name;
  TvSpan signature;
  TvSpan version;
  TvSpan positions;
} TvMapFact;

gboolean      tv_map_line_parse_fact   (TvSpan            line,
                                        TvMapFact        *fact);
gboolean      tv_map_line_parse_header (TvSpan            line,
                                        TvSpan           *key,
                                        TvSpan           *value);
guint32       tv_map_positions_find    (TvSpan            positions,
                                        guint32           line);

G_END_DECLS
