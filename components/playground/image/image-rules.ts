import { pixelsOf, sizeConflict, tierOf } from "#lib/image-size.ts";
import { type ImageAbilities, mostReferences } from "./image-abilities.ts";
import { fittedForm, type ImageForm } from "./image-form.ts";
import { isAddress, MOST_REFERENCE_BYTES } from "./references.ts";

export const MOST_IMAGES = 10;
export const MOST_PARTIALS = 3;

/** Errors that the gateway would return, with a remedy, by form field. */
export type Problems = Partial<Record<keyof ImageForm, string>>;

const LABELS: Partial<Record<keyof ImageForm, string>> = {
  count: "images",
  size: "size",
  background: "background",
  compression: "compression",
  seed: "seed",
  partials: "partial images",
};

/** Returns every rule for image requests that the form breaks. */
export function problemsOf(whole: ImageForm, abilities: ImageAbilities): Problems {
  const form = fittedForm(whole, abilities);
  const found: Record<keyof Problems, string | undefined> = {
    ...NO_PROBLEMS,
    prompt: form.prompt.trim() === "" ? "Describe the image." : undefined,
    references: referencesProblem(form, abilities),
    count: wholeWithin(form.count, 1, MOST_IMAGES),
    size: sizeProblem(form),
    background: backgroundProblem(form),
    compression: compressionProblem(form),
    seed: form.seed === null || Number.isSafeInteger(form.seed) ? undefined : "Enter a whole number.",
    partials: form.unfinished ? wholeWithin(form.partials, 1, MOST_PARTIALS) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
}

/** Returns the first of them, as the reason why the form cannot be sent. */
export function firstProblem(problems: Problems): string | undefined {
  const [first] = Object.entries(problems) as [keyof ImageForm, string][];
  if (!first) return undefined;
  const label = LABELS[first[0]];
  return label ? `Settings, ${label}: ${first[1]}` : first[1];
}

/** The order in which errors are listed. */
const NO_PROBLEMS: Record<keyof ImageForm, undefined> = {
  prompt: undefined,
  references: undefined,
  count: undefined,
  size: undefined,
  aspect: undefined,
  resolution: undefined,
  quality: undefined,
  format: undefined,
  background: undefined,
  compression: undefined,
  seed: undefined,
  unfinished: undefined,
  partials: undefined,
};

function wholeWithin(value: number | null, least: number, most: number): string | undefined {
  if (value === null || (Number.isInteger(value) && value >= least && value <= most)) return undefined;
  return `Enter a whole number from ${least} to ${most}.`;
}

function sizeProblem({ size: written, resolution, aspect }: ImageForm): string | undefined {
  const size = written.trim();
  if (size === "" || size === "auto") return undefined;
  if (!pixelsOf(size) && !tierOf(size)) return "Enter pixels as width x height, such as 1536x1024.";
  const conflict = sizeConflict({ size, resolution: resolution || null, aspect_ratio: aspect || null });
  if (!conflict) return undefined;
  const other = conflict.includes("resolution") ? "resolution" : "aspect ratio";
  return `${conflict.slice("size: ".length)}. Set the ${other} to auto, or change the size.`;
}

function backgroundProblem({ background, format }: ImageForm): string | undefined {
  const isKept = format === "" || format === "png" || format === "webp";
  return background === "transparent" && !isKept
    ? `A transparent background needs the format png or webp, not ${format}.`
    : undefined;
}

function compressionProblem({ compression, format }: ImageForm): string | undefined {
  if (compression === null) return undefined;
  if (format !== "webp" && format !== "jpeg") return "Compression needs the format webp or jpeg.";
  return wholeWithin(compression, 0, 100);
}

function referencesProblem({ references }: ImageForm, abilities: ImageAbilities): string | undefined {
  if (references.length === 0) return undefined;
  const most = mostReferences(abilities);
  if (most === 0) return "This model does not accept reference images. Remove them or choose another model.";
  if (references.length > most) {
    return `This model accepts at most ${most === 1 ? "1 reference" : `${most} references`} (now ${references.length}).`;
  }
  const wrong = references.find((one) => one.address !== undefined && !isAddress(one.address));
  if (wrong) return `${wrong.name} is not an image URL.`;
  const sizeBytes = references.reduce((sum, one) => sum + one.sizeBytes, 0);
  return sizeBytes > MOST_REFERENCE_BYTES ? "The references exceed 45 MB in total." : undefined;
}
