import { handle } from "#server/http/handle.ts";
import { createSpeech } from "#server/operations/audio/create-speech.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createSpeech);
