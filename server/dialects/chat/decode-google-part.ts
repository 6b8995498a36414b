import type { JSONObject, LanguageModelV4CustomPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordAt, textOf } from "../read-field.ts";
import { type ContentPart, decodeContent, decodePart } from "../request/content-parts.ts";
import type { Target } from "../target.ts";

/** Parts of Google's turns that chat has no field for. */
const PARTS = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"];
const MARKS = ["thought", "thoughtSignature"];

/** Reads the content of an assistant message, which may have `google_part` among its parts. */
export function assistantContent(
  content: unknown,
  path: string,
  target: Target,
): (ContentPart | LanguageModelV4CustomPart)[] {
  if (!Array.isArray(content)) return decodeContent(content, path, target);
  return content.flatMap((value, index): (ContentPart | LanguageModelV4CustomPart)[] => {
    const place = `${path}[${index}]`;
    const part = recordAt(value, place);
    const raw = part.type === "google_part" && target.family === "google" ? rawPart(part) : undefined;
    return raw ? [raw] : decodePart(part, place, target);
  });
}

/** Returns a part in Google's form, with only the fields we know. Its file comes from a data URL in `file_url`. */
function rawPart({ google_part: given, file_url: url }: Body): LanguageModelV4CustomPart | undefined {
  if (!isRecord(given)) return undefined;
  const known = Object.entries(given).filter(([name]) => PARTS.includes(name) || MARKS.includes(name));
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(textOf(url) ?? "") ?? [];
  const part = { ...(mimeType && { inlineData: { mimeType, data } }), ...Object.fromEntries(known) };
  if (!mimeType && !PARTS.some((name) => name in part)) return undefined;
  return { type: "custom", kind: "google.part", providerOptions: { google: { part: part as JSONObject } } };
}
