import { ApiError } from "#lib/api/api-error.ts";
import { createSpeech } from "#lib/contract/speech.ts";
import type { Live } from "../media/media-call.ts";
import { requestResponse } from "../media/request-json.ts";
import type { Json } from "../read-json.ts";
import { createSoundFeed, type SoundFeed } from "./sound-feed.ts";
import type { SpeechFormat } from "./speech-form.ts";

/** Generated speech. `isRestored`: it is from before a reload of the page. */
export type SpeechOutput = { format: SpeechFormat; feed: SoundFeed; firstByteMs: number; isRestored?: boolean };

/** Requests speech and shows it from its first byte. A partial result remains if it ends too soon. */
export async function requestSpeech(body: Json, format: SpeechFormat, live: Live<SpeechOutput>): Promise<SpeechOutput> {
  const startedMs = performance.now();
  const response = await requestResponse(createSpeech, body, live);
  const reader = response.body?.getReader();
  const feed = createSoundFeed();
  let spoken: SpeechOutput | undefined;
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      feed.add(next.value);
      if (spoken) continue;
      spoken = { format, feed, firstByteMs: performance.now() - startedMs };
      live.show(spoken);
    }
  } catch {
    feed.end("broken");
    throw brokenOff(response, live.signal);
  }
  if (!spoken) throw brokenOff(response, live.signal);
  feed.end("whole");
  return spoken;
}

function brokenOff({ headers }: Response, signal: AbortSignal): ApiError {
  signal.throwIfAborted();
  const requestId = headers.get("x-request-id") ?? undefined;
  return new ApiError(0, "The audio was cut off before it was complete.", { requestId });
}
