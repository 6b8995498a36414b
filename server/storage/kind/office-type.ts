const TYPES = new Map([
  ["word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
]);

const CONTENT_TYPES = "[Content_Types].xml";
const ENTRY = Buffer.from("PK\x01\x02", "latin1");
const END = Buffer.from("PK\x05\x06", "latin1");
const ENTRY_BYTES = 46;

/**
 * Returns the office document type of an archive with this end; undefined for any other archive and for a truncated
 * one. `tail` holds the archive's central directory, or the last part of a very long one.
 */
export function officeType(tail: Buffer): string | undefined {
  const names = entryNames(tail);
  if (!names.has(CONTENT_TYPES)) return undefined;
  for (const [name, type] of TYPES) if (names.has(name)) return type;
  return undefined;
}

function entryNames(tail: Buffer): Set<string> {
  const names = new Set<string>();
  const end = tail.lastIndexOf(END);
  if (end < 0 || tail.length < end + 22) return names;
  const listed = end - tail.readUInt32LE(end + 12);
  let at = listed >= 0 ? listed : tail.indexOf(ENTRY);
  while (at >= 0 && at + ENTRY_BYTES <= end && tail.subarray(at, at + 4).equals(ENTRY)) {
    const nameEnd = at + ENTRY_BYTES + tail.readUInt16LE(at + 28);
    names.add(tail.toString("latin1", at + ENTRY_BYTES, nameEnd));
    at = nameEnd + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return names;
}
