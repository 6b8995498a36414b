import type { Body, TextSlot } from "./dialect.ts";
import { leavesAt } from "./text-slots.ts";

/**
 * Returns slots for the strings in fields of a message or a part that the dialect does not have: a compatible upstream
 * may show any of them to its model. `own`: fields that the dialect reads itself, and those that are structure in it.
 */
export function otherTexts(holder: Body, path: string, role: TextSlot["role"], own: ReadonlySet<string>): TextSlot[] {
  const names = Object.keys(holder).filter((name) => !own.has(name) && !notText.has(name));
  return names.flatMap((name) => leavesAt(holder, name, `${path}.${name}`, role, notText));
}

/** Keys of items and parts that contain names, marks, URLs and data. */
export const notText: ReadonlySet<string> = new Set([
  "annotations",
  "approval_request_id",
  "audio_url",
  "cache_control",
  "call_id",
  "container_id",
  "data",
  "detail",
  "document_url",
  "encrypted_content",
  "file_data",
  "file_id",
  "file_url",
  "format",
  "id",
  "image_url",
  "input_audio",
  "logprobs",
  "namespace",
  "phase",
  "role",
  "server_label",
  "signature",
  "status",
  "tool_call_id",
  "type",
  "url",
  "video_url",
]);
