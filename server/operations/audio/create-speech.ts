import { createSpeech as endpoint } from "#lib/contract/speech.ts";
import { expectsMp3 } from "#server/caller/clients.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { speech } from "./speech.ts";
import { speechEvents } from "./speech-events.ts";

export const createSpeech = operation(endpoint)((gateway, call) => {
  const { stream_format: form, ...sent } = call.raw;
  const raw = expectsMp3(call.headers) ? { ...sent, response_format: sent.response_format ?? "mp3" } : sent;
  return runMedia(gateway, form === "sse" ? speechEvents : speech, { ...call, raw });
});
