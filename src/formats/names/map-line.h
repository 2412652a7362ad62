/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* Line parsers for name maps. The lines must not include line feeds:
 *
 *     original.Class -> a.b:
 *         [from:to:]type [original.Owner.]method(type,type)[:from[:to]] -> c
 *         type field -> d
 *     # {"id":"sourceFile","fileName":"Class.kt"} */

/**
 * TvMapLineKind:
 * @TV_MAP_LINE_EMPTY: empty, or a comment without data
 * @TV_MAP_LINE_COMMENT: a comment with a key and a value, or with JSON
 * @TV_MAP_LINE_CLASS: a class
 * @TV_MAP_LINE_MEMBER: a member of a class, see tv_map_line_parse_member()
 * @TV_MAP_LINE_BAD: any other line
 *
 * Kinds of lines in a map.
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
 * @original: original name of the class, with the package
 * @obfuscated: obfuscated name
 *
 * Parsed line of a class.
 */
typedef struct
{
  TvSpan original;
  TvSpan obfuscated;
} TvMapClassLine;

/**
 * TvMapMethodLine:
 * @obfuscated: obfuscated name of the method
 * @type: return type in Java syntax
 * @owner: original class of the method; empty if it is that of the enclosing class line
 * @name: original name
 * @arguments: argument types in Java syntax, separated by commas
 * @from: first line number in the obfuscated code, or 0
 * @to: last line number in the obfuscated code
 * @original_from: first line number in the original code, or 0
 * @original_to: last line number in the original code, or 0
 * @has_range: whether @from and @to are present; both may be 0
 *
 * Parsed line of a method.
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
 * @TV_MAP_MEMBER_BAD: malformed line
 * @TV_MAP_MEMBER_FIELD: a field; not used, because traces contain no fields
 * @TV_MAP_MEMBER_METHOD: a method
 *
 * Kinds of class members.
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
 * TvMapComment:
 * @id: kind of the comment, such as "sourceFile"
 * @file_name: name of a source file, or empty
 * @signature: JVM descriptor, or empty
 * @version: format version, such as "2.2", or empty
 * @positions: content of the object "positions", or empty
 *
 * A comment in JSON. The values are verbatim; values with escapes are dropped.
 */
typedef struct
{
  TvSpan id;
  TvSpan file_name;
  TvSpan signature;
  TvSpan version;
  TvSpan positions;
} TvMapComment;

gboolean      tv_map_line_parse_comment   (TvSpan            line,
                                        TvMapComment        *comment);
gboolean      tv_map_line_parse_header (TvSpan            line,
                                        TvSpan           *key,
                                        TvSpan           *value);
guint32       tv_map_positions_find    (TvSpan            positions,
                                        guint32           line);

G_END_DECLS
