import { isRecord } from "#lib/is-record.ts";
import { UpstreamError } from "#server/errors.ts";
import { eventsIn } from "../audio/events.ts";
import { readAscii } from "../exchange/ascii-wire.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { blockOf, brokenOffError, postJson } from "../exchange/send.ts";
import type { Metered, MeteredPieces, ResponseFacts, UpstreamCall } from "../media.ts";
import { geminiUsage } from "./usage.ts";

/**
 * Passes a request for speech in Google's form to Google's model, and returns its responses as they are: one, or those
 * of a stream if the request has `stream`. A text in a response is dropped with a note, since a stream of sound is not
 * read by guardrails.
 */
export async function googleSpeakContent(call: UpstreamCall<Block>): Promise<Metered<Block> | MeteredPieces<Block>> {
  const { request, model, credential, options } = call;
  const { model: _, stream, user: __, preset: ___, ...body } = request;
  const method = stream === true ? "streamGenerateContent?alt=sse" : "generateContent";
  const path = `/v1beta/models/${encodeURIComponent(model)}:${method}`;
  const response = await postJson(call, path, { "x-goog-api-key": credential }, body);
  const facts: ResponseFacts =
    Object.keys(options).length > 0 ? { notes: ["provider.options: dropped (the request has these fields)"] } : {};
  if (stream === true) return { pieces: soundEvents(eventsIn(response), facts), facts: () => facts };
  const result = readResponse(await readAscii(response), facts);
  if (!hasEnd(result)) throw brokenOffError();
  if (!isUsable(result)) throw silentError(result);
  return { result, ...facts };
}

/** Holds events back until the first with sound, so that another candidate can still be tried. */
async function* soundEvents(events: AsyncIterable<Block>, facts: ResponseFacts): AsyncGenerator<Block> {
  const held: Block[] = [];
  let isOpen = false;
  let last: Block = {};
  for await (const event of events) {
    const read = readResponse(event, facts);
    if (hasEnd(read)) last = read;
    isOpen ||= isUsable(read);
    held.push(read);
    if (isOpen) yield* held.splice(0);
  }
  if (!hasEnd(last)) throw brokenOffError();
  if (!isOpen) throw silentError(last);
}

/** Stores the facts of a response, and returns it without texts. */
function readResponse(response: Block, facts: ResponseFacts): Block {
  const rawUsage = blockOf(response, "usageMetadata");
  if (rawUsage) Object.assign(facts, { rawUsage, usage: geminiUsage(rawUsage) });
  if (typeof response.responseId === "string") facts.upstreamId = response.responseId;
  if (!Array.isArray(response.candidates)) return response;
  return { ...response, candidates: response.candidates.map((candidate) => withoutTexts(block(candidate), facts)) };
}

function withoutTexts(candidate: Block, facts: ResponseFacts): Block {
  const content = block(candidate.content);
  const parts = list(content.parts).map(block);
  const sounds = parts.filter(({ inlineData }) => isRecord(inlineData));
  if (sounds.length === parts.length) return candidate;
  const note = "response (text): dropped";
  if (!facts.notes?.includes(note)) facts.notes = [...(facts.notes ?? []), note];
  return { ...candidate, content: { ...content, parts: sounds } };
}

function hasEnd({ candidates, promptFeedback }: Block): boolean {
  return isBlocked(promptFeedback) || list(candidates).some((one) => typeof block(one).finishReason === "string");
}

/** Returns whether a response has sound, or says that Google rejects the prompt. */
function isUsable({ candidates, promptFeedback }: Block): boolean {
  return isBlocked(promptFeedback) || list(candidates).some((one) => list(block(block(one).content).parts).length > 0);
}

function isBlocked(feedback: unknown): boolean {
  return typeof block(feedback).blockReason === "string";
}

/** Speech models sometimes end without any sound: https://ai.google.dev/gemini-api/docs/speech-generation#limitations */
function silentError({ candidates }: Block): UpstreamError {
  const { finishReason } = block(list(candidates)[0]);
  return new UpstreamError(502, `The provider returned no audio: ${finishReason}`, { retryable: true });
}
