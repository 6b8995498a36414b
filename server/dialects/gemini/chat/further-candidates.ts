import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent, EncodeContext, Encoder } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Returns an encoder of all candidates but the first, each as chunks of a choice. `encoderOf`: makes the encoder of one
 * candidate, whose choice is the first. Takes the metadata of parts of the kind `google.candidate`.
 */
export function furtherEncoder(
  context: EncodeContext,
  encoderOf: (context: EncodeContext) => Encoder,
): (metadata: Body) => DialectEvent[] {
  const encoders = new Map<number, Encoder>();
  // What belongs to the whole response comes with the first choice.
  const { trailer: _, cost: __, ...own } = context;
  let count = 0;
  return (metadata) => {
    const index = Number(metadata.index);
    const encoder = encoders.get(index) ?? encoderOf(own);
    encoders.set(index, encoder);
    const parts = recordsOf(metadata.parts).flatMap((part) => neutralParts(part, `${index}_${count++}`));
    const end = textOf(metadata.finishReason);
    if (end) parts.push(factsPart(metadata), finishPart(end));
    return parts.flatMap((part) => encoder.encode(part)).flatMap((event) => inChoice(event, index));
  };
}

/** Returns a chunk as one of another choice; none for what is not about a choice. */
function inChoice({ data }: DialectEvent, index: number): DialectEvent[] {
  if (!isRecord(data)) return [];
  const choices = recordsOf(data.choices);
  return choices.length > 0 ? [{ data: { ...data, choices: choices.map((choice) => ({ ...choice, index })) } }] : [];
}

/** Returns the neutral parts of one of Google's. `id`: for a part that needs one. */
function neutralParts(part: Body, id: string): Part[] {
  const { text, thought, functionCall: call, thoughtSignature } = part;
  const signed = typeof thoughtSignature === "string" && { providerMetadata: { google: { thoughtSignature } } };
  if (typeof text === "string" && thought === true) {
    const delta: Part = { type: "reasoning-delta", id, delta: text };
    return signed ? [delta, { type: "reasoning-end", id, ...signed }] : [delta];
  }
  if (typeof text === "string") return [{ type: "text-delta", id, delta: text, ...signed }];
  if (!isRecord(call) || typeof call.name !== "string" || call.partialArgs !== undefined)
    return [custom("google.part", { part })];
  const { args = {} } = call;
  const input = typeof args === "string" ? args : JSON.stringify(args);
  return [{ type: "tool-call", toolCallId: textOf(call.id) ?? `call_${id}`, toolName: call.name, input, ...signed }];
}

function factsPart({ candidate }: Body): Part {
  return custom("google.response", { candidate: isRecord(candidate) ? candidate : {} });
}

function custom(kind: `google.${string}`, google: Body): Part {
  return { type: "custom", kind, providerMetadata: { google: JSON.parse(JSON.stringify(google)) } };
}

const UNKNOWN: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** The caller gets Google's own word. A failure of one candidate does not concern the others. */
function finishPart(raw: string): Part {
  const unified = raw === "MAX_TOKENS" ? "length" : raw === "STOP" ? "stop" : "content-filter";
  return { type: "finish", finishReason: { unified, raw }, usage: UNKNOWN };
}
