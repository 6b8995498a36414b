import { isRecord } from "#lib/is-record.ts";
import { textIn, thoughtIn } from "#server/dialects/chat/response-text.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { GOOGLE_FORMAT } from "../google-format.ts";
import { sealDetail } from "../sealed-detail.ts";

/** A function call, whose arguments arrive in pieces. */
export type Call = { id: string; name: string; input: string; signature?: string };

/**
 * Returns the parts of a message or a piece of one, without its calls. `showsThoughts`: the caller wants to see them;
 * signatures are sent in any case, since the next turn needs them.
 */
export function partsOf(message: Body, showsThoughts: boolean, callIds: ReadonlySet<string>): Body[] {
  const { content } = message;
  const thought = textOf(message.reasoning) || textOf(message.reasoning_content) || thoughtIn(content);
  const signed = recordsOf(message.reasoning_details).filter(({ signature, data }) => signature || data);
  const own = signed.filter(({ format }) => format === GOOGLE_FORMAT);
  const ofText = own.find(({ id }) => typeof id !== "string" || !callIds.has(id));
  const text = (textOf(content) ?? textIn(content)) + (textOf(message.refusal) ?? "");
  const proof = ofText && { thoughtSignature: textOf(ofText.data) ?? textOf(ofText.signature) };
  return [
    ...(thought && showsThoughts ? [{ text: thought, thought: true }] : []),
    ...signed.filter(({ format }) => format !== GOOGLE_FORMAT).map(sealedPart),
    ...(text || proof ? [{ text, ...proof }] : []),
    ...recordsOf(message.images).flatMap(imagePart),
    ...recordsOf(message.google_parts),
  ];
}

function sealedPart({ text: _, ...detail }: Body): Body {
  return { text: "", thought: true, thoughtSignature: sealDetail(detail) };
}

/** Returns Google's signatures of calls by their ids. */
export function callSignatures(message: Body): Map<string, string> {
  const details = recordsOf(message.reasoning_details).filter(({ format }) => format === GOOGLE_FORMAT);
  return new Map(
    details.flatMap(({ id, data }): [string, string][] =>
      typeof id === "string" && typeof data === "string" ? [[id, data]] : [],
    ),
  );
}

/** Returns calls as parts; one whose arguments are no object is left out, and `finishReasonOf` says why. */
export function callParts(calls: Iterable<Call>): Body[] {
  return [...calls].flatMap(({ id, name, input, signature }) => {
    const args = argumentsIn(input);
    if (!args) return [];
    return [{ functionCall: { id, name, args }, ...(signature && { thoughtSignature: signature }) }];
  });
}

function argumentsIn(input: string): Body | undefined {
  // Llama writes `null` if it has no arguments.
  const args = input === "" ? {} : (parseJson(input) ?? (input.trim() === "null" ? {} : undefined));
  return isRecord(args) ? args : undefined;
}

export function imagePart({ image_url: image }: Body): Body[] {
  const url = isRecord(image) ? textOf(image.url) : undefined;
  if (!url) return [];
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return [mimeType ? { inlineData: { mimeType, data } } : { fileData: { mimeType: "image/*", fileUri: url } }];
}

/** The finish reasons of OpenAI and of other servers that speak its chat dialect. */
const REASONS = new Map<unknown, string>([
  ...["stop", "stop_sequence", "end_turn", "eos"].map((reason) => [reason, "STOP"] as const),
  ...["tool_calls", "tool_call", "tool_use", "function_call"].map((reason) => [reason, "STOP"] as const),
  ...["length", "max_tokens", "model_length"].map((reason) => [reason, "MAX_TOKENS"] as const),
  ...["content_filter", "refusal", "safety", "sensitive"].map((reason) => [reason, "SAFETY"] as const),
]);

/**
 * Returns the finish reason of a choice: Google's own word, if it is `isGoogles`. A response that ends as usual, but
 * with a call that cannot be read, has Google's reason for that: https://ai.google.dev/api/generate-content#FinishReason
 */
export function finishReasonOf(choice: Body, isGoogles: boolean, calls: Iterable<Call>): string {
  const reason = statedReason(choice, isGoogles);
  const isMalformed = reason === "STOP" && [...calls].some(({ input }) => argumentsIn(input) === undefined);
  return isMalformed ? "MALFORMED_FUNCTION_CALL" : reason;
}

function statedReason({ finish_reason, native_finish_reason }: Body, isGoogles: boolean): string {
  const own = isGoogles ? textOf(native_finish_reason) : undefined;
  return own && OWN_WORD.test(own) ? own : (REASONS.get(finish_reason) ?? "OTHER");
}

const OWN_WORD = /^[A-Z][A-Z_]{1,60}$/;

/** Returns the sources that some providers (Perplexity) list alongside the choices, as annotations. */
export function sourcesIn({ search_results: results, citations }: Body): Body[] {
  const pages = recordsOf(results).map(({ url, title }) => ({ url, title }));
  const addresses = Array.isArray(citations) ? citations.map((url: unknown) => ({ url })) : [];
  return [...pages, ...addresses].flatMap((page) =>
    textOf(page.url) ? [{ type: "url_citation", url_citation: page }] : [],
  );
}

/** Returns the pages that a response cites as grounding, each once. */
export function groundingOf(annotations: readonly Body[]): Body | undefined {
  const titles = new Map<unknown, unknown>();
  for (const { url_citation: citation } of annotations)
    if (isRecord(citation) && !titles.has(citation.url)) titles.set(citation.url, citation.title);
  const groundingChunks = [...titles].map(([uri, title]) => ({ web: { uri, title } }));
  return groundingChunks.length > 0 ? { groundingChunks } : undefined;
}
