import { createTranslation as endpoint, TranslationRequest } from "#lib/contract/translations.ts";
import { operation } from "#server/http/operation.ts";
import { runMedia } from "#server/pipeline/run-media.ts";
import { readSoundCall } from "./read-sound.ts";
import { translationOf } from "./translation.ts";

export const createTranslation = operation(endpoint)(async (gateway, call) => {
  const { body, sound } = await readSoundCall(call, TranslationRequest, gateway.environment.MAX_BODY_BYTES);
  // The fields of a form are only known now; a rejection records the model.
  call.raw = body;
  return runMedia(gateway, translationOf(sound), call);
});
