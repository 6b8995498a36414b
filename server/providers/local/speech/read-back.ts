import type { TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { UpstreamError } from "#server/errors.ts";
import { MP3_BYTES_PER_SECOND } from "#server/providers/audio/mp3.ts";
import type { Metered, Transcript, TranscriptCall } from "#server/providers/media.ts";
import { readLyricsTag } from "./lyrics-tag.ts";

/** The tag is at the start of the file and at most as long as the longest spoken text. */
const MOST_TAG_BYTES = 512 * 1024;

/** Returns the text that local/flite stored in its MP3. It does not analyze the audio. */
export async function localTranscribe(call: TranscriptCall<TranscriptionRequest>): Promise<Metered<Transcript>> {
  const { request, model, sound } = call;
  if (model !== "read-back") throw refusal(404, `There is no local transcription model "${model}"`);
  const tag = readLyricsTag(new Uint8Array(await sound.bytes.slice(0, MOST_TAG_BYTES).arrayBuffer()));
  if (!tag) {
    throw refusal(
      400,
      "local/read-back does not recognize speech: it returns the text stored in an MP3 by local/flite. For other audio, connect a Whisper server or add a provider key",
    );
  }
  if (request.timestamp_granularities?.includes("word")) {
    throw refusal(400, "timestamp_granularities: local/read-back has no word timestamps");
  }
  const { text, soundAt } = tag;
  const duration = (sound.bytes.size - soundAt) / MP3_BYTES_PER_SECOND;
  const segments = [{ id: 0, start: 0, end: duration, text }];
  const isVerbose = request.response_format === "verbose_json";
  return {
    result: { text, ...(isVerbose && { language: "en", duration, segments }) },
    usage: { seconds: duration },
  };
}

function refusal(status: number, message: string): UpstreamError {
  return new UpstreamError(status, message, { retryable: true, fault: "model" });
}
