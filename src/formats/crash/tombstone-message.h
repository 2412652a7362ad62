/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/fault-reader.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvTombstoneMessage:
 * @faults: output
 * @word_bytes: bytes per address, 4 or 8
 * @is_cut: whether the file is truncated
 *
 * Decoder of the messages in a protobuf tombstone. Field numbers are those of debuggerd's proto/tombstone.proto.
 */
typedef struct
{
  TvFaultReader faults;
  guint word_bytes;
  gboolean is_cut;
} TvTombstoneMessage;

gboolean tv_tombstone_message_next         (TvTombstoneMessage *self,
                                            TvProto            *message,
                                            TvProtoField       *field);
guint32  tv_tombstone_message_get_tid      (TvSpan              thread);
void     tv_tombstone_message_emit_thread  (TvTombstoneMessage *self,
                                            TvSpan              thread);
void     tv_tombstone_message_emit_signal  (TvTombstoneMessage *self,
                                            TvSpan              signal);
void     tv_tombstone_message_emit_cause   (TvTombstoneMessage *self,
                                            TvSpan              cause);
void     tv_tombstone_message_emit_mapping (TvTombstoneMessage *self,
                                            TvSpan              mapping);
void     tv_tombstone_message_emit_file    (TvTombstoneMessage *self,
                                            TvSpan              file);
void     tv_tombstone_message_write_log    (TvTombstoneMessage *self,
                                            TvSpan              buffer,
                                            TvSpan             *name,
                                            GString            *text);

G_END_DECLS
