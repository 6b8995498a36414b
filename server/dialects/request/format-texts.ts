import { isRecord } from "#lib/is-record.ts";
import type { TextSlot } from "../dialect.ts";
import { otherTexts } from "../other-texts.ts";
import { slotAt } from "../text-slots.ts";
import { schemaTexts } from "./definition-texts.ts";

/**
 * Returns slots for the texts of the format of a response. The schema is under `json_schema` or next to the type; some
 * servers have further formats, such as a grammar.
 */
export function formatTexts(format: unknown, path: string): TextSlot[] {
  if (!isRecord(format)) return [];
  const nested = isRecord(format.json_schema) ? format.json_schema : {};
  return [
    ...slotAt(nested, "description", `${path}.json_schema.description`, "definition"),
    ...schemaTexts(nested, "schema", `${path}.json_schema.schema`),
    ...schemaTexts(format, "schema", `${path}.schema`),
    ...otherTexts(format, path, "definition", own),
  ];
}

const own: ReadonlySet<string> = new Set(["json_schema", "schema", "name"]);
