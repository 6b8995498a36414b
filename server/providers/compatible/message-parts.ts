import type { LanguageModelV4Citation, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { block, list } from "../exchange/json.ts";
import { withFinishReason } from "../openai/finish-reasons.ts";
import type { Note } from "../upstream.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { citationsOf, sourcesOf } from "./citations.ts";
import { fileParts } from "./message-files.ts";

type Part = LanguageModelV4StreamPart;

/** Message fields that the SDK package reads, or that have no content of their own. */
const KNOWN = new Set([
  ...["role", "content", "refusal", "reasoning", "reasoning_content", "tool_calls", "annotations", "images"],
  ...["reasoning_details", "id", "name", "type", "index", "token_ids", "provider_specific_fields"],
]);

/** Content parts that other code reads. */
const READ_PARTS = new Set<unknown>(["text", "thinking", "image_url"]);

/**
 * Returns a reader for chat content that the SDK package ignores: images as OpenRouter sends them, annotations and
 * search sources; `note` gets the kinds of all other content.
 */
export function messageParts(note: Note): PartReader {
  const citations = citationsOf();
  const sources = sourcesOf();
  const takeCitations = () => [
    ...citations.take(),
    ...sources.take(citations.addresses()).map((source): LanguageModelV4Citation => ({ source })),
  ];
  return {
    chunk(raw) {
      const { choices } = block(raw);
      sources.add(block(raw));
      const choice = block(list(choices)[0]);
      const message = isRecord(choice.delta) ? choice.delta : block(choice.message);
      citations.add(message);
      noteRest(message, note);
      if (list(block(choice.logprobs).content).length > 0) note("logprobs");
      return fileParts(message, note);
    },
    part(part) {
      if (part.type === "text-end") return [withCitations(part, takeCitations())];
      return part.type === "finish" ? [...takeCitations().map(({ source }) => source), withFinishReason(part)] : [part];
    },
  };
}

type TextEnd = Extract<Part, { type: "text-end" }>;

function withCitations(part: TextEnd, found: LanguageModelV4Citation[]): TextEnd {
  return found.length > 0 ? { ...part, citations: [...(part.citations ?? []), ...found] } : part;
}

function noteRest(message: Record<string, unknown>, note: Note): void {
  for (const key of Object.keys(message)) if (!KNOWN.has(key) && isPresent(message[key])) note(key);
  for (const part of list(message.content)) {
    const { type } = block(part);
    if (!READ_PARTS.has(type)) note(`${type} part`);
  }
  for (const annotation of list(message.annotations)) {
    const { type } = block(annotation);
    if (type !== "url_citation") note(`${type} annotation`);
  }
  // The text of these details is also in `reasoning`; their signatures are not.
  const isProof = (detail: unknown) => Boolean(block(detail).signature || block(detail).data);
  if (list(message.reasoning_details).some(isProof)) note("reasoning_details signature");
}

function isPresent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.keys(value).length > 0 : value !== null && value !== undefined && value !== "";
}
