import { createHash } from "node:crypto";
import type { LanguageModelV4File, LanguageModelV4ReasoningFile, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import { chunkStream, emitDelta } from "#server/dialects/chat/chunk-stream.ts";
import type { Body, DialectEvent, EncodeContext, Encoder } from "#server/dialects/dialect.ts";
import { omitUndefined, recordsOf, textOf } from "#server/dialects/read-field.ts";
import { furtherEncoder } from "./further-candidates.ts";
import { createLayout } from "./layout.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Encodes neutral parts as chat chunks. Parts that chat cannot express are in `google_parts` of a delta, and the last
 * delta has `google`: `{ candidate, promptFeedback, usage, layout, digest }`. `digest` is the SHA-256 of the text as
 * the model wrote it: compared with the text that arrives, it shows whether a guardrail changed it.
 */
export function encoder(context: EncodeContext): Encoder {
  const inner = chat.encoder(context);
  const layout = createLayout();
  const text = createHash("sha256");
  const further = furtherEncoder(context, encoder);
  let facts: Body | undefined;
  let repeats = 0;

  const partEvents = (part: Body): DialectEvent[] => {
    const stream = { ...chunkStream(context), started: true };
    emitDelta(stream, { google_parts: [part] });
    layout.add({ google_parts: [part] });
    return stream.chunks.map((data) => ({ data }));
  };
  const noted = (events: DialectEvent[]): DialectEvent[] => {
    for (const delta of events.flatMap(deltasOf)) {
      text.update(textOf(delta.content) ?? "");
      layout.add(delta);
    }
    return events;
  };
  const encode = (part: Part): DialectEvent[] => {
    if (part.type === "custom" && part.kind === "google.response") {
      facts = part.providerMetadata?.google;
      return [];
    }
    if (part.type === "custom" && part.kind === "google.candidate") return further(part.providerMetadata?.google ?? {});
    if (part.type === "custom" && part.kind === "google.part") {
      const { part: raw, isOfTool } = part.providerMetadata?.google ?? {};
      if (isOfTool === true) repeats += 1;
      return isRecord(raw) ? partEvents(raw) : [];
    }
    if (repeats > 0 && (part.type === "tool-call" || part.type === "tool-result")) {
      repeats -= 1;
      return [];
    }
    if (part.type === "reasoning-file" || (part.type === "file" && !isPlainImage(part))) {
      const file = filePart(part);
      return file ? partEvents(file) : inner.encode(part);
    }
    const events = noted(joined(inner.encode(part)));
    if (part.type !== "finish" || facts === undefined) return events;
    return withFacts(events, omitUndefined({ ...facts, layout: layout.whenNeeded(), digest: text.digest("hex") }));
  };
  return { encode, fail: (error) => inner.fail(error) };
}

function deltasOf({ data }: DialectEvent): Body[] {
  if (!isRecord(data)) return [];
  return recordsOf(data.choices).flatMap(({ delta }) => (isRecord(delta) ? [delta] : []));
}

/** Joins a text and its signature, which Google sends in one part. */
function joined(events: DialectEvent[]): DialectEvent[] {
  const [first, second] = events.flatMap(deltasOf);
  const isSigned = events.length === 2 && typeof first?.content === "string" && second?.reasoning_details !== undefined;
  if (!isSigned || Object.keys(second).length > 1) return events;
  Object.assign(first, second);
  return events.slice(0, 1);
}

function withFacts(events: DialectEvent[], google: Body): DialectEvent[] {
  for (const { data } of events)
    for (const choice of isRecord(data) ? recordsOf(data.choices) : [])
      if (typeof choice.finish_reason === "string") choice.delta = { ...(choice.delta as Body), google };
  return events;
}

type File = LanguageModelV4File | LanguageModelV4ReasoningFile;

/** An image without a signature is an image of chat. */
function isPlainImage({ mediaType, providerMetadata }: File): boolean {
  return mediaType.startsWith("image/") && providerMetadata?.google?.thoughtSignature === undefined;
}

function filePart({ type, mediaType, data: file, providerMetadata }: File): Body | undefined {
  if (file.type !== "data") return undefined;
  const data = typeof file.data === "string" ? file.data : Buffer.from(file.data).toString("base64");
  return omitUndefined({
    inlineData: { mimeType: mediaType, data },
    thought: type === "reasoning-file" ? true : undefined,
    thoughtSignature: textOf(providerMetadata?.google?.thoughtSignature),
  });
}
