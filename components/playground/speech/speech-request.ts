import type { MediaRequest } from "../media/media-request.ts";
import { type SpeechAbilities, type SpeechForm, speechBody } from "./speech-form.ts";

/** Returns the request as code to copy. */
export function speechRequest(model: string, form: SpeechForm, abilities: SpeechAbilities): MediaRequest {
  const saveAs = `speech.${form.format}`;
  return {
    path: "/audio/speech",
    body: speechBody(model, form, abilities),
    saveAs,
    openai: {
      method: "audio.speech.create",
      arguments: ["model", "input", "voice", "response_format", "speed", "instructions"],
      required: ["voice"],
      node: `const { writeFile } = await import("node:fs/promises");
await writeFile("${saveAs}", Buffer.from(await response.arrayBuffer()));`,
      python: `response.write_to_file("${saveAs}")`,
    },
  };
}
