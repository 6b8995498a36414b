/** Returns the media type of an image file from its first bytes; undefined for an unknown format. */
export function kindOfImage(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256));
  if (start.subarray(0, 8).equals(PNG)) return "image/png";
  if (start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff) return "image/jpeg";
  const text = start.toString("latin1");
  if (text.startsWith("GIF8")) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  if (text.slice(4, 12) === "ftypavif") return "image/avif";
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|svg)/.test(text) && text.includes("<svg") ? "image/svg+xml" : undefined;
}

const PNG = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
