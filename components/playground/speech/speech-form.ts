import { MAX_SPEECH_CHARACTERS } from "#lib/contract/speech.ts";
import { formatCount } from "#lib/format.ts";
import { supports } from "../parameters.ts";
import { type Json, numberOf, textOf } from "../read-json.ts";

export type SpeechFormat = "mp3" | "pcm";

/** The text to speak, and settings. Empty and null leave them to the model. */
export type SpeechForm = {
  text: string;
  voice: string;
  format: SpeechFormat;
  speed: number | null;
  instructions: string;
};

/** The catalogue's facts about a speech model; none for an unknown one. */
export type SpeechAbilities = { supported?: readonly string[] | undefined; voices?: readonly string[] | undefined };

export const SPEEDS = { least: 0.1, most: 10 };

export function readForm(kept: Json): SpeechForm {
  return {
    text: textOf(kept.text),
    voice: textOf(kept.voice),
    format: kept.format === "pcm" ? "pcm" : "mp3",
    speed: numberOf(kept.speed) ?? null,
    instructions: textOf(kept.instructions),
  };
}

/** Returns the request body; unsupported settings are left out. */
export function speechBody(model: string, form: SpeechForm, { supported }: SpeechAbilities): Json {
  const { text, voice, format, speed, instructions } = form;
  return {
    model,
    input: text.trim(),
    ...(voice.trim() && { voice: voice.trim() }),
    response_format: format,
    ...(speed !== null && supports(supported, "speed") && { speed }),
    ...(instructions.trim() && supports(supported, "instructions") && { instructions: instructions.trim() }),
  };
}

export function speedProblem({ speed }: SpeechForm): string | undefined {
  if (speed === null || (speed >= SPEEDS.least && speed <= SPEEDS.most)) return undefined;
  return `Enter a number from ${SPEEDS.least} to ${SPEEDS.most}.`;
}

export function voiceProblem({ voice }: SpeechForm, { voices }: SpeechAbilities): string | undefined {
  if (!voice.trim() || !voices || voices.includes(voice.trim())) return undefined;
  return `The model has no voice “${voice.trim()}”.`;
}

/** Returns what must be fixed before sending. */
export function problemOf(form: SpeechForm, abilities: SpeechAbilities): string | undefined {
  const text = form.text.trim();
  if (!text) return "Enter the text to speak.";
  if (text.length > MAX_SPEECH_CHARACTERS) {
    return `Enter at most ${formatCount(MAX_SPEECH_CHARACTERS)} characters (now ${formatCount(text.length)}).`;
  }
  const voice = voiceProblem(form, abilities);
  if (voice) return `Settings, voice: ${voice}`;
  const speed = supports(abilities.supported, "speed") ? speedProblem(form) : undefined;
  return speed && `Settings, speed: ${speed}`;
}

/** How many settings differ from their defaults. */
export function changedCount({ voice, format, speed, instructions }: SpeechForm): number {
  return [voice !== "", format !== "mp3", speed !== null, instructions !== ""].filter(Boolean).length;
}
