import { supports } from "../parameters.ts";
import { type Json, numberOf, textOf } from "../read-json.ts";

/** The form: one text per line. `dimensions` null and an empty `inputType` leave the setting to the model. */
export type EmbeddingsForm = {
  text: string;
  dimensions: number | null;
  encoding: "float" | "base64";
  inputType: string;
};

/** What vectors are for. Adapters map these to each provider's terms. */
export const INPUT_TYPES = ["search_query", "search_document", "classification", "clustering", "similarity"] as const;

export const MOST_LINES = 20;

export function readForm(kept: Json): EmbeddingsForm {
  return {
    text: textOf(kept.text),
    dimensions: numberOf(kept.dimensions) ?? null,
    encoding: kept.encoding === "base64" ? "base64" : "float",
    inputType: INPUT_TYPES.find((type) => type === kept.inputType) ?? "",
  };
}

/** Returns the texts to embed: non-empty lines. */
export function linesOf({ text }: EmbeddingsForm): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Returns the request body; unsupported settings are left out. */
export function embeddingsBody(model: string, form: EmbeddingsForm, supported: readonly string[] | undefined): Json {
  const { dimensions, encoding, inputType } = form;
  return {
    model,
    input: linesOf(form),
    ...(dimensions !== null && supports(supported, "dimensions") && { dimensions }),
    ...(inputType !== "" && supports(supported, "input_type") && { input_type: inputType }),
    encoding_format: encoding,
  };
}

export function dimensionsProblem({ dimensions }: EmbeddingsForm): string | undefined {
  if (dimensions === null || (Number.isSafeInteger(dimensions) && dimensions >= 1)) return undefined;
  return "Enter a whole number of at least 1.";
}

/** Returns what must be fixed before sending. */
export function problemOf(form: EmbeddingsForm, takesDimensions: boolean): string | undefined {
  const count = linesOf(form).length;
  if (count === 0) return "Enter at least one line of text.";
  if (count > MOST_LINES) return `Enter at most ${MOST_LINES} lines (now ${count}).`;
  const wrong = takesDimensions ? dimensionsProblem(form) : undefined;
  return wrong && `Settings, dimensions: ${wrong}`;
}

/** How many settings differ from their defaults. */
export function changedCount({ dimensions, encoding, inputType }: EmbeddingsForm): number {
  return [dimensions !== null, encoding !== "float", inputType !== ""].filter(Boolean).length;
}
