import type { LanguageModelV4CustomPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { recordAt } from "../read-field.ts";
import { type ContentPart, decodeContent, decodePart } from "../request/content-parts.ts";
import type { Target } from "../target.ts";

/** Parts of Google's turns that chat has no field for. */
const PARTS = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse", "inlineData"];

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
    const raw = part.type === "google_part" && target.family === "google" ? rawPart(part.google_part) : undefined;
    return raw ? [raw] : decodePart(part, place, target);
  });
}

function rawPart(part: unknown): LanguageModelV4CustomPart | undefined {
  const names = isRecord(part) ? Object.keys(part) : [];
  const isKnown =
    names.some((name) => PARTS.includes(name)) &&
    names.every((name) => [...PARTS, "thought", "thoughtSignature"].includes(name));
  return isKnown
    ? { type: "custom", kind: "google.part", providerOptions: { google: { part: part as never } } }
    : undefined;
}
