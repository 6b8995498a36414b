import { handle } from "#server/http/handle.ts";
import { createTranscription } from "#server/operations/audio/create-transcription.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createTranscription);
