import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { sealDetail } from "../sealed-detail.ts";

const GOOGLE = "google-gemini-v1";

/** A function call, whose arguments arrive in pieces. */
export type Call = { id: string; name: string; input: string; signature?: string };

/**
 * Returns the parts of a message or a piece of one, without its calls. `showsThoughts`: the caller wants to see them;
 * signatures are sent in any case, since the next turn needs them.
 */
export function partsOf(message: Body, showsThoughts: boolean, callIds: ReadonlySet<string>): Body[] {
  const thought = textOf(message.reasoning) || textOf(message.reasoning_content);
  const signed = recordsOf(message.reasoning_details).filter(({ signature, data }) => signature || data);
  const own = signed.filter(({ format }) => format === GOOGLE);
  const ofText = own.find(({ id }) => typeof id !== "string" || !callIds.has(id));
  const text = (textOf(message.content) ?? "") + (textOf(message.refusal) ?? "");
  const proof = ofText && { thoughtSignature: textOf(ofText.data) ?? textOf(ofText.signature) };
  return [
    ...(thought && showsThoughts ? [{ text: thought, thought: true }] : []),
    ...signed.filter(({ format }) => format !== GOOGLE).map(sealedPart),
    ...(text || proof ? [{ text, ...proof }] : []),
    ...recordsOf(message.images).flatMap(imagePart),
  ];
}

function sealedPart({ text: _, ...detail }: Body): Body {
  return { text: "", thought: true, thoughtSignature: sealDetail(detail) };
}

/** Returns Google's signatures of calls by their ids. */
export function callSignatures(message: Body): Map<string, string> {
  const details = recordsOf(message.reasoning_details).filter(({ format }) => format === GOOGLE);
  return new Map(
    details.flatMap(({ id, data }): [string, string][] =>
      typeof id === "string" && typeof data === "string" ? [[id, data]] : [],
    ),
  );
}

/** Returns calls as parts; one whose arguments were cut off is left out, since its response has reached its limit. */
export function callParts(calls: Iterable<Call>): Body[] {
  return [...calls].flatMap(({ id, name, input, signature }) => {
    const args = input === "" ? {} : parseJson(input);
    if (!isRecord(args)) return [];
    return [{ functionCall: { id, name, args }, ...(signature && { thoughtSignature: signature }) }];
  });
}

function imagePart({ image_url: image }: Body): Body[] {
  const url = isRecord(image) ? textOf(image.url) : undefined;
  if (!url) return [];
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return [mimeType ? { inlineData: { mimeType, data } } : { fileData: { mimeType: "image/*", fileUri: url } }];
}

const REASONS = new Map<unknown, string>([
  ["stop", "STOP"],
  ["tool_calls", "STOP"],
  ["function_call", "STOP"],
  ["length", "MAX_TOKENS"],
  ["content_filter", "SAFETY"],
]);

export function finishReasonOf(reason: unknown): string {
  return REASONS.get(reason) ?? "OTHER";
}

/** Returns the pages that a response cites as grounding, each once. */
export function groundingOf(annotations: readonly Body[]): Body | undefined {
  const titles = new Map<unknown, unknown>();
  for (const { url_citation: citation } of annotations)
    if (isRecord(citation) && !titles.has(citation.url)) titles.set(citation.url, citation.title);
  const groundingChunks = [...titles].map(([uri, title]) => ({ web: { uri, title } }));
  return groundingChunks.length > 0 ? { groundingChunks } : undefined;
}
