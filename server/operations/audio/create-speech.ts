import { createSpeech as endpoint } from "#lib/contract/speech.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { speech } from "./speech.ts";
import { speechEvents } from "./speech-events.ts";

export const createSpeech = operation(endpoint)((gateway, call) => {
  const { stream_format: form, ...raw } = call.raw;
  return runMedia(gateway, form === "sse" ? speechEvents : speech, { ...call, raw });
});
