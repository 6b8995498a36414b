import type { ApiResponse, Push, Sink } from "#server/api-response.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { geminiChat } from "#server/dialects/gemini/chat/dialect.ts";
import { chatBodyOf } from "#server/dialects/gemini/request/chat-body.ts";
import { wantsThoughts } from "#server/dialects/gemini/request/settings.ts";
import { responseOf } from "#server/dialects/gemini/response/response.ts";
import { responseFrames } from "#server/dialects/gemini/response/response-frames.ts";
import { createGeminiStream } from "#server/dialects/gemini/response/stream.ts";
import { asksForSpeech, speechBodyOf } from "#server/dialects/gemini/speech/speech-body.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { IncomingCall } from "#server/pipeline/enter-call.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { runText } from "#server/pipeline/run-text.ts";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";
import { completeCall } from "../complete-call.ts";
import { toolServices } from "../tool-services.ts";
import { withCachedContent } from "./caches/with-cached-content.ts";
import { contentSpeech } from "./content-speech.ts";

type ContentCall = IncomingCall & { params: { model: string }; hold(sizeBytes: number): void };

/** Runs a request in Google's form as a chat request, or as speech, and returns the response in Google's form. */
export async function runContent(
  gateway: Gateway,
  operation: string,
  given: ContentCall,
  stream: boolean,
): Promise<ApiResponse> {
  // The model is in the path. A request that is rejected below is recorded with it.
  const { model } = given.params;
  Object.assign(given.raw, { model });
  const { body: whole, cachedTurns } = await withCachedContent(gateway, given, given.raw, model);
  if (asksForSpeech(whole)) return await runSpeech(gateway, { ...given, raw: whole }, stream);
  const showsThoughts = wantsThoughts(whole);
  const raw = chatBodyOf(whole, model, stream, cachedTurns);
  const call = await completeCall(gateway, "chat", { ...given, raw });
  const { body, ...response } = await runText(gateway, geminiChat, operation, call, toolServices(gateway));
  if (typeof body === "function") return { ...response, body: inGeminiForm(body, showsThoughts) };
  // A cached response is whole, as a stream too.
  if (stream) return { ...response, body: eventConverter(showsThoughts)(String(body)) };
  const completion = parseJsonText(String(body)) as Body;
  return { ...response, body: JSON.stringify(responseOf(completion, showsThoughts)) };
}

function runSpeech(gateway: Gateway, given: ContentCall, stream: boolean): Promise<ApiResponse> {
  const raw = speechBodyOf(given.raw, given.params.model, stream);
  const { providers } = gateway.providerSets.of(given.principal);
  return runMedia(gateway, contentSpeech(providers), { ...given, raw });
}

const DONE = "[DONE]";

/** Converts the events of a chat stream on their way to the caller. */
function inGeminiForm(push: Push, showsThoughts: boolean): Push {
  return (sink) => {
    const convert = eventConverter(showsThoughts);
    const write = (chunk: Uint8Array | string): boolean => {
      const events = convert(chunk);
      return events === "" || sink.write(events);
    };
    const converting: Sink = { write, drained: () => sink.drained(), ending: () => sink.ending?.() };
    return push(converting);
  };
}

/** Returns a function that converts the pieces of one chat stream to events in Google's form. */
function eventConverter(showsThoughts: boolean): (chunk: Uint8Array | string) => string {
  const frames = createFrames();
  const events = createGeminiStream(showsThoughts);
  return (chunk) => {
    const whole = frames.push(Buffer.from(chunk as string));
    const responses: Body[] = [];
    if (whole)
      eachData(whole, (data) => {
        if (data !== "") responses.push(...(data === DONE ? events.end() : events.chunk(parseJsonText(data) as Body)));
      });
    return responses.map(responseFrames).join("");
  };
}
