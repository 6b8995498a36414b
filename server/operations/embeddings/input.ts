import { estimateTokenCount } from "tokenx";
import type { EmbeddingsRequest } from "#lib/contract/embeddings.ts";
import { isRecord } from "#lib/is-record.ts";
import type { Modality } from "#server/catalogue/model.ts";
import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { inlineFiles } from "#server/dialects/request/inline-files.ts";
import { sideTexts } from "#server/dialects/request/side-texts.ts";
import { leavesAt, slotAt } from "#server/dialects/text-slots.ts";
import type { RequestTextFinder } from "#server/pipeline/guard/guard-request.ts";
import { charactersIn } from "#server/providers/audio/characters.ts";

type Input = EmbeddingsRequest["input"];
type Part = Extract<Extract<Input, unknown[]>[number], { content: unknown }>["content"][number];

/** Returns every text of an embeddings body, including files with text; images, audio and tokens cannot be read. */
export function embeddingTexts(body: Body): ReturnType<RequestTextFinder> {
  const { texts, unreadable, documents } = inlineFiles(body);
  return {
    slots: [...inputTexts(body), ...texts, ...sideTexts(body, OWN)],
    unreadable: hasTokens(body.input) ? [...unreadable, "input (tokens)"] : unreadable,
    documents,
  };
}

/** Fields read separately, and fields without text. */
const OWN: ReadonlySet<string> = new Set(["input", "encoding_format", "input_type", "dimensions"]);

function inputTexts(body: Body): TextSlot[] {
  const { input } = body;
  if (!Array.isArray(input)) return slotAt(body, "input", "input", "user");
  return input.flatMap((item, index) => {
    const place = `input[${index}]`;
    if (typeof item === "string") return slotAt(input, index, place, "user");
    return isRecord(item) ? partTexts(item, place) : [];
  });
}

/** Fields without text: unreadable parts and files. */
const CLOSED: ReadonlySet<string> = new Set(["type", "url", "data", "file_data", "file_url", "format"]);

function partTexts(item: Body, place: string): TextSlot[] {
  return leavesAt(item, "content", `${place}.content`, "user", CLOSED);
}

/** Returns whether any of the input is tokens instead of text. */
export function hasTokens(input: unknown): boolean {
  if (!Array.isArray(input)) return false;
  return typeof input[0] === "number" || Array.isArray(input[0]);
}

/** Returns the modalities of the input besides text. */
export function modalitiesOf(input: Input): Modality[] {
  return [...new Set(partsOf(input).flatMap(({ type }) => MODALITIES[type] ?? []))];
}

const MODALITIES: Partial<Record<Part["type"], Modality>> = {
  image_url: "image",
  input_audio: "audio",
  input_video: "video",
  input_file: "file",
};

/** Counts images, and those given by address; inline ones are measured by their bytes. */
export function picturesOf(input: Input): { all: number; addressed: number } {
  const urls = partsOf(input).flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : []));
  return { all: urls.length, addressed: urls.filter((url) => !url.startsWith("data:")).length };
}

function partsOf(input: Input): Part[] {
  if (typeof input === "string") return [];
  return input.flatMap((item) => (typeof item === "object" && "content" in item ? item.content : []));
}

/** Estimates the tokens of texts and counts those of token input. */
export function estimateTokens(input: Input): number {
  return tokensOf(input, estimateTokenCount);
}

/** Counts the characters of texts without spaces, as Google bills them for a few models. */
export function charactersOf(input: Input): number {
  return tokensOf(input, (text) => charactersIn(text.replace(/\s+/g, "")));
}

// A text estimate may be too low by this factor, as for text requests.
const TEXT_MARGIN = 1.3;

/**
 * Returns the largest possible number of tokens: no tokenizer produces more tokens than bytes. Counted if the budget is
 * scarce.
 */
export function boundTokens(input: Input, isScarce: boolean): number {
  if (isScarce) return Math.ceil(estimateTokens(input) * TEXT_MARGIN);
  return tokensOf(input, (text) => Buffer.byteLength(text));
}

function tokensOf(input: Input, count: (text: string) => number): number {
  if (typeof input === "string") return count(input);
  let tokens = 0;
  for (const item of input) {
    if (typeof item === "number") tokens += 1;
    else if (typeof item === "string") tokens += count(item);
    else if (Array.isArray(item)) tokens += item.length;
  }
  for (const part of partsOf(input)) if (part.type === "text") tokens += count(part.text);
  return tokens;
}
