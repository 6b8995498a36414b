import { supports } from "../parameters.ts";
import { type Json, numberOf, textOf } from "../read-json.ts";

/** The requested response: the text, with times, or with the speaker of each segment. */
export type TranscriptionFormat = "json" | "verbose_json" | "diarized_json";

/** Transcription settings. Empty and null leave them to the model. */
export type TranscriptionForm = {
  language: string;
  prompt: string;
  temperature: number | null;
  format: TranscriptionFormat;
  /** With the verbose format: the times of single words too. */
  words: boolean;
};

const FORMATS: readonly TranscriptionFormat[] = ["json", "verbose_json", "diarized_json"];

export const TEMPERATURE = { min: 0, max: 1, step: 0.05 };

type Supported = readonly string[] | undefined;

export function readForm(kept: Json): TranscriptionForm {
  return {
    language: textOf(kept.language),
    prompt: textOf(kept.prompt),
    temperature: numberOf(kept.temperature) ?? null,
    format: FORMATS.find((format) => format === kept.format) ?? "json",
    words: kept.words === true,
  };
}

/** Returns the fields sent with the file; unsupported settings are left out. */
export function transcriptionFields(model: string, form: TranscriptionForm, supported: Supported): Json {
  const { prompt, temperature, words } = form;
  const format = formatFor(form, supported);
  const language = form.language.trim();
  const withWords = words && format === "verbose_json" && supports(supported, "timestamp_granularities");
  return {
    model,
    ...(language && supports(supported, "language") && { language }),
    ...(prompt.trim() && supports(supported, "prompt") && { prompt: prompt.trim() }),
    ...(temperature !== null && supports(supported, "temperature") && { temperature }),
    response_format: format,
    ...(withWords && { timestamp_granularities: ["segment", "word"] }),
  };
}

/** Returns the formats to choose from. */
export function formatsFor(supported: Supported): readonly TranscriptionFormat[] {
  return FORMATS.filter((format) => format !== "diarized_json" || supports(supported, "known_speaker_names"));
}

/** Returns the chosen format, or the one with times if the model does not separate speakers. */
export function formatFor({ format }: TranscriptionForm, supported: Supported): TranscriptionFormat {
  return formatsFor(supported).includes(format) ? format : "verbose_json";
}

export function languageProblem({ language }: TranscriptionForm): string | undefined {
  if (/^([a-z]{2,3}(-[a-z0-9]{2,8}){0,2})?$/i.test(language.trim())) return undefined;
  return "Enter an ISO 639-1 code, such as en or de.";
}

export function temperatureProblem({ temperature }: TranscriptionForm): string | undefined {
  if (temperature === null || (temperature >= TEMPERATURE.min && temperature <= TEMPERATURE.max)) return undefined;
  return `Enter a number from ${TEMPERATURE.min} to ${TEMPERATURE.max}.`;
}

/** Returns what must be fixed before sending. */
export function problemOf(hasSound: boolean, form: TranscriptionForm, supported: Supported): string | undefined {
  if (!hasSound) return "Choose or record audio.";
  const language = supports(supported, "language") ? languageProblem(form) : undefined;
  if (language) return `Settings, language: ${language}`;
  const temperature = supports(supported, "temperature") ? temperatureProblem(form) : undefined;
  return temperature && `Settings, temperature: ${temperature}`;
}

/** How many settings differ from their defaults. */
export function changedCount({ language, prompt, temperature, format, words }: TranscriptionForm): number {
  const changes = [language !== "", prompt !== "", temperature !== null, format !== "json", words];
  return changes.filter(Boolean).length;
}

/** Returns the name of a language if the browser knows its code. */
export function languageName(code: string): string | undefined {
  try {
    const name = new Intl.DisplayNames("en-US", { type: "language", fallback: "none" }).of(code.trim());
    return name;
  } catch {
    return undefined;
  }
}
