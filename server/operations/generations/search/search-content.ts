import type { ContentRow } from "#server/data/generation-contents.ts";

export type ContentMatch = { foundIn: "input" | "output" | "error"; excerpt: string };

/** Values that are not part of what was said. */
const STRUCTURE = new Set([
  "type",
  "role",
  "model",
  "id",
  "tool_call_id",
  "call_id",
  "tool_use_id",
  "status",
  "provider",
]);

/** Returns a function that finds a text in stored content, without regard to case. */
export function contentSearch(text: string): (row: ContentRow) => ContentMatch | undefined {
  const wanted = text.toLowerCase();
  // Stored texts are JSON. Looking for the escaped text first saves parsing most of them.
  const written = JSON.stringify(text).slice(1, -1).toLowerCase();
  return (row) => {
    for (const foundIn of ["input", "output", "error"] as const) {
      const json = row[foundIn];
      if (!json?.toLowerCase().includes(written)) continue;
      const excerpt = excerptOf(JSON.parse(json), wanted);
      if (excerpt !== undefined) return { foundIn, excerpt };
    }
    return undefined;
  };
}

function excerptOf(value: unknown, wanted: string): string | undefined {
  if (typeof value === "string") {
    const at = value.toLowerCase().indexOf(wanted);
    return at < 0 ? undefined : around(value, at, wanted.length);
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (STRUCTURE.has(name) && typeof part === "string") continue;
    const excerpt = excerptOf(part, wanted);
    if (excerpt !== undefined) return excerpt;
  }
  return undefined;
}

const BEFORE = 60;
const AFTER = 120;

function around(text: string, at: number, length: number): string {
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(text.length, at + length + AFTER);
  const part = text.slice(from, to).toWellFormed().replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`;
}
