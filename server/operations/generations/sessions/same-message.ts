import { isRecord } from "#lib/is-record.ts";
import { readCut } from "#server/pipeline/streaming/bounded-json.ts";

/** Agents move this mark from turn to turn. */
const IGNORED = "cache_control";

/**
 * Returns whether two stored messages say the same. Texts may have been cut at different lengths, because the limit is
 * for a whole request.
 */
export function isSameMessage(one: unknown, other: unknown): boolean {
  if (typeof one === "string" && typeof other === "string") return isSameText(one, other);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, place) => isSameMessage(item, other[place]));
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
  const names = namesOf(one);
  return (
    names.length === namesOf(other).length &&
    names.every((name) => isSameMessage(partOf(one, name), partOf(other, name)))
  );
}

function namesOf(record: Record<string, unknown>): string[] {
  return Object.keys(record).filter((name) => name !== IGNORED);
}

/** Agents write the content of a message as parts when they mark it, and as a text before or after that. */
function partOf(record: Record<string, unknown>, name: string): unknown {
  const value = record[name];
  return name === "content" && typeof value === "string" ? [{ type: "text", text: value }] : value;
}

function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [readCut(one), readCut(other)];
  if (left.length !== right.length || (left.start === one && right.start === other)) return false;
  return left.start.startsWith(right.start) || right.start.startsWith(left.start);
}
