import type { Loop } from "../loop.ts";
import type { ToolOutcome } from "../server-tool.ts";

/**
 * Stores a tool's output among the workspace's files, and returns the file's id and address for the model. An image is also
 * part of the response, in the dialects that have a form for it.
 */
export async function fileOutcome(
  { ledgerCall }: Loop,
  filename: string,
  mediaType: string,
  bytes: Uint8Array,
): Promise<ToolOutcome> {
  const { services, principal, gateway, dialect } = ledgerCall.call;
  const id = await services.keepFile(principal, filename, mediaType, bytes);
  const url = `${gateway.environment.PUBLIC_URL ?? ""}/api/v1/files/${id}/content`;
  const isShown = mediaType.startsWith("image/") && dialect.id !== "messages";
  return {
    text: JSON.stringify({ file_id: id, media_type: mediaType, size_bytes: bytes.byteLength, url }),
    isError: false,
    ...(isShown && { files: [{ mediaType, bytes }] }),
  };
}
