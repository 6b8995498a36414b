import { estimateTokenCount } from "tokenx";
import type { ImageRequest } from "#lib/contract/images.ts";
import { TIER_SIDE_PIXELS } from "#lib/image-size.ts";
import type { ImageAbilities } from "#server/providers/image/abilities.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import { geometryOf } from "./image-fit.ts";

const MEGAPIXEL = 1024 * 1024;

// OpenAI: 272, 1,056 and 4,160 tokens for a one-megapixel square in low, medium and high quality, 6,240 for 1.5
// megapixels. Gemini: 1,290 for any size, up to 2,520 for 4K.
const TOKENS_A_MEGAPIXEL: Record<string, number> = { low: 272, medium: 1056, high: 4160, xhigh: 8320, max: 16_640 };
/** OpenAI counts this many for each partial image, of which there are at most three. */
const PARTIAL_TOKENS = 100;
const MOST_PARTIALS = 3;
const REFERENCE_TOKENS = 3_000;
/** The most megapixels of a reference image that providers process. */
const REFERENCE_MEGAPIXELS = 4;
/** Reasoning and text alongside an image, for models that reason first. */
const REVISED_PROMPT_TOKENS = 4_096;

type Terms = { quality: string; references: number; referenceTokens: number };

/** Returns the estimated usage of an image request in every unit that a provider bills by. */
export function estimateOf(body: ImageRequest, abilities: ImageAbilities): Usage {
  const quality = body.quality && body.quality !== "auto" ? body.quality : "medium";
  const terms = { quality, references: referencesIn(body) * 0.25, referenceTokens: REFERENCE_TOKENS };
  return usageOf(body, abilities, estimateTokenCount(body.prompt), terms);
}

/** Returns the most usage that an image request can have. */
export function boundOf(body: ImageRequest, abilities: ImageAbilities, isScarce: boolean): Usage {
  const quality = body.quality && body.quality !== "auto" ? body.quality : "high";
  const words = isScarce ? Math.ceil(estimateTokenCount(body.prompt) * 1.3) : Buffer.byteLength(body.prompt);
  const { referenceTokens = REFERENCE_TOKENS } = abilities;
  const most = usageOf(body, abilities, words, { quality, references: referencesIn(body), referenceTokens });
  return { ...most, output_tokens: REVISED_PROMPT_TOKENS * (body.n ?? 1) };
}

/** Returns the number of images in a request, a mask included. */
function referencesIn({ input_references: references, mask }: ImageRequest): number {
  return (references?.length ?? 0) + (mask ? 1 : 0);
}

function usageOf(body: ImageRequest, abilities: ImageAbilities, words: number, terms: Terms): Usage {
  const images = body.n ?? 1;
  const megapixels = megapixelsOf(body, abilities);
  const perMegapixel = TOKENS_A_MEGAPIXEL[terms.quality] ?? (TOKENS_A_MEGAPIXEL.high as number);
  const partials = body.stream ? (body.partial_images ?? MOST_PARTIALS) * PARTIAL_TOKENS : 0;
  return {
    input_tokens: words * images,
    input_image_tokens: Math.ceil(terms.references * terms.referenceTokens) * images,
    output_image_tokens: Math.ceil(perMegapixel * Math.max(1, megapixels) + partials) * images,
    images,
    megapixels: Math.ceil(megapixels + terms.references * REFERENCE_MEGAPIXELS) * images,
  };
}

function megapixelsOf(body: ImageRequest, abilities: ImageAbilities): number {
  const { pixels, tier } = geometryOf(body, abilities) ?? {};
  const area = pixels ? pixels.width * pixels.height : TIER_SIDE_PIXELS[tier ?? "1K"] ** 2;
  return area / MEGAPIXEL;
}
