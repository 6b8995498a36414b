import { isRecord } from "#lib/is-record.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { unusableError } from "../exchange/send.ts";
import type { SearchResult } from "./search-engine.ts";

/** The fields of a result under an engine's names. */
export type ResultFields = { text: string; published?: string };

/**
 * Returns the usable results in a list. Throws for anything but a list: an empty list is a valid result, a missing one
 * is not.
 */
export function readResults(results: unknown, fields: ResultFields): SearchResult[] {
  if (!Array.isArray(results)) throw unusableError(results);
  return list(results).flatMap((value) => {
    const result = block(value);
    if (!isRecord(value) || typeof result.url !== "string" || !URL.canParse(result.url)) return [];
    const published = fields.published && result[fields.published];
    return [
      {
        title: textIn(result, "title") || result.url,
        url: result.url,
        text: textIn(result, fields.text),
        ...(typeof published === "string" && published !== "" && { published }),
      },
    ];
  });
}

/** Returns a text field; a list of excerpts is joined. */
function textIn(result: Block, name: string): string {
  const value = result[name];
  if (Array.isArray(value)) return value.filter((piece) => typeof piece === "string").join("\n…\n");
  return typeof value === "string" ? value : "";
}
