import { createTranscription as endpoint, TranscriptionRequest } from "#lib/contract/transcriptions.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { readSoundCall } from "./read-sound.ts";
import { transcriptionOf } from "./transcription.ts";

export const createTranscription = operation(endpoint)(async (gateway, call) => {
  const { body, sound } = await readSoundCall(call, TranscriptionRequest, gateway.environment.MAX_BODY_BYTES);
  // The fields of a form are only known now; a rejection records the model.
  call.raw = body;
  return runMedia(gateway, transcriptionOf(sound), call);
});
