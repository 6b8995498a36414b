import { type Json, numberOf, recordsOf, textOf } from "../read-json.ts";
import { type ImageAbilities, supportsParameter, supportsPixels, valuesOf } from "./image-abilities.ts";
import { addressOf, type Reference, readReference } from "./references.ts";

/** The form. An empty text and null leave a setting to the model. */
export type ImageForm = {
  prompt: string;
  references: readonly Reference[];
  count: number | null;
  size: string;
  aspect: string;
  resolution: string;
  quality: string;
  background: string;
  format: string;
  compression: number | null;
  seed: number | null;
  /** Whether to show partial images, and how many of each. */
  unfinished: boolean;
  partials: number | null;
};

/** Settings with a few named values, with their names in a request. */
export const CHOICES = {
  size: "size",
  aspect: "aspect_ratio",
  resolution: "resolution",
  quality: "quality",
  background: "background",
  format: "output_format",
} as const;

export type Choice = keyof typeof CHOICES;

const CHOICE_NAMES = Object.keys(CHOICES) as Choice[];

export function readForm(kept: Json): ImageForm {
  const words = Object.fromEntries(CHOICE_NAMES.map((name) => [name, textOf(kept[name])])) as Record<Choice, string>;
  return {
    prompt: textOf(kept.prompt),
    references: recordsOf(kept.references).flatMap((one) => readReference(one) ?? []),
    count: numberOf(kept.count) ?? null,
    ...words,
    compression: numberOf(kept.compression) ?? null,
    seed: numberOf(kept.seed) ?? null,
    unfinished: kept.unfinished === true,
    partials: numberOf(kept.partials) ?? null,
  };
}

/** Returns the form without settings that the model does not support. References remain, for the user to fix. */
export function fittedForm(form: ImageForm, abilities: ImageAbilities): ImageForm {
  const isSupported = (name: Choice) =>
    valuesOf(abilities, CHOICES[name]).includes(form[name]) || (name === "size" && supportsPixels(abilities));
  const words = Object.fromEntries(CHOICE_NAMES.map((name) => [name, isSupported(name) ? form[name] : ""]));
  return {
    ...form,
    ...words,
    compression: supportsParameter(abilities, "output_compression") ? form.compression : null,
    seed: supportsParameter(abilities, "seed") ? form.seed : null,
    unfinished: abilities.supports_streaming && form.unfinished,
  };
}

/** The body of the request. */
export function imageBody(model: string, whole: ImageForm, abilities: ImageAbilities): Json {
  const form = fittedForm(whole, abilities);
  const { references, count, compression, seed } = form;
  const words = CHOICE_NAMES.flatMap((name) => (form[name].trim() ? [[CHOICES[name], form[name].trim()]] : []));
  return {
    model,
    prompt: form.prompt.trim(),
    ...(references.length > 0 && {
      input_references: references.map((one) => ({ type: "image_url", image_url: { url: addressOf(one) } })),
    }),
    ...(count !== null && { n: count }),
    ...Object.fromEntries(words),
    ...(compression !== null && { output_compression: compression }),
    ...(seed !== null && { seed }),
    ...(form.unfinished && { stream: true }),
    ...(form.unfinished && form.partials !== null && { partial_images: form.partials }),
  };
}

/** Returns how many supported settings differ from their defaults. */
export function changedCount(whole: ImageForm, abilities: ImageAbilities): number {
  const form = fittedForm(whole, abilities);
  const changed = [form.count !== null && form.count !== 1, form.compression !== null, form.seed !== null];
  return [...changed, ...CHOICE_NAMES.map((name) => form[name] !== ""), form.unfinished].filter(Boolean).length;
}
