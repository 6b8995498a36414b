import { FLITE_VOICES } from "#server/providers/local/speech/flite-voices.ts";
import type { Model } from "./model.ts";

// https://platform.openai.com/docs/guides/text-to-speech#voice-options
const OPENAI = ["alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer"];
const OPENAI_LATER = [...OPENAI, "ballad", "cedar", "marin", "verse"].sort();
// https://ai.google.dev/gemini-api/docs/speech-generation#voices
const GEMINI = [
  ...["Achernar", "Achird", "Algenib", "Algieba", "Alnilam", "Aoede", "Autonoe", "Callirrhoe", "Charon", "Despina"],
  ...["Enceladus", "Erinome", "Fenrir", "Gacrux", "Iapetus", "Kore", "Laomedeia", "Leda", "Orus", "Puck"],
  ...["Pulcherrima", "Rasalgethi", "Sadachbia", "Sadaltager", "Schedar", "Sulafat", "Umbriel", "Vindemiatrix"],
  ...["Zephyr", "Zubenelgenubi"],
];

const VOICES: readonly [model: RegExp, voices: readonly string[]][] = [
  [/^local\/flite$/, FLITE_VOICES],
  [/^openai\/tts-1/, OPENAI],
  [/^openai\/gpt-4o-mini-tts/, OPENAI_LATER],
  [/^google\/gemini-.*-tts$/, GEMINI],
];

/**
 * Returns the voices of a speech model; null if they differ between the provider's accounts, or are too many to list.
 */
export function voicesOf({ id }: Pick<Model, "id">): string[] | null {
  const voices = VOICES.find(([model]) => model.test(id))?.[1];
  return voices ? [...voices] : null;
}
