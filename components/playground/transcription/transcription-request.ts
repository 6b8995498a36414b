import type { MediaRequest } from "../media/media-request.ts";
import { type TranscriptionForm, transcriptionFields } from "./transcription-form.ts";

/** Returns the request as code to copy; `file` is the sound's name. */
export function transcriptionRequest(
  model: string,
  form: TranscriptionForm,
  supported: readonly string[] | undefined,
  file: string,
): MediaRequest {
  return {
    path: "/audio/transcriptions",
    body: transcriptionFields(model, form, supported),
    file,
    openai: {
      method: "audio.transcriptions.create",
      arguments: ["model", "language", "prompt", "response_format", "temperature", "timestamp_granularities"],
      node: "console.log(response.text);",
      python: "print(response.text)",
    },
  };
}
