import { jsonrepair } from "jsonrepair";
import { isRecord } from "#lib/is-record.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { outputFormatOf } from "#server/dialects/messages/output-format.ts";
import { fitsSchema } from "./fits-schema.ts";
import { type PluginNote, pluginOf } from "./plugin-note.ts";

/** Longer texts take too long to repair. */
const LONGEST_TEXT = 1_000_000;

/** The requested format. `schema`: absent if any JSON is accepted. */
type Format = { schema?: Body };

/** Returns whether the responses of a request are repaired. */
export function healsResponse(body: Body): boolean {
  return body.plugins !== undefined && pluginOf(body, "response-healing") !== undefined && formatOf(body) !== undefined;
}

/**
 * Repairs invalid JSON in a whole response if the request asks for JSON, in place. Leaves a text unchanged if it cannot
 * be repaired or does not match the schema afterwards.
 */
export function healResponse(dialect: Dialect, body: Body, response: Body, notes: PluginNote[]): void {
  const format = formatOf(body);
  if (!format) return;
  for (const { text, replace, form, isReasoning } of dialect.outputTexts.reply(response)) {
    if (isReasoning || form !== "plain" || text.trim() === "" || isJson(text)) continue;
    const repaired = text.length <= LONGEST_TEXT ? repair(text, format) : undefined;
    if (repaired !== undefined) replace(repaired);
    const summary = repaired === undefined ? "Broken JSON that could not be repaired" : "Repaired broken JSON";
    notes.push({ name: "response-healing", type: "response_healing", summary });
  }
}

/** Returns the JSON value found in a text, or undefined if the text contains no JSON that matches the schema. */
function repair(text: string, { schema }: Format): string | undefined {
  for (const candidate of [text, jsonWithin(text)]) {
    const value = candidate === undefined ? undefined : parseJson(candidate);
    if (typeof value === "object" && value !== null && (!schema || fitsSchema(value, schema)))
      return JSON.stringify(value);
  }
  return undefined;
}

/** Returns the JSON between surrounding prose. */
function jsonWithin(text: string): string | undefined {
  const start = text.search(/[{[]/);
  if (start < 0) return undefined;
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return text.slice(start, end > start ? end + 1 : undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the JSON format that a request in any dialect asks for. */
function formatOf(body: Body): Format | undefined {
  const { response_format: chat, text } = body;
  const format = [chat, isRecord(text) ? text.format : undefined, outputFormatOf(body)].find(isRecord);
  if (format?.type !== "json_schema" && format?.type !== "json_object") return undefined;
  const nested = isRecord(format.json_schema) ? format.json_schema : format;
  return isRecord(nested.schema) ? { schema: nested.schema } : {};
}
