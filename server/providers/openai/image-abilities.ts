import type { ImageAbilities, SizeRule } from "../image/abilities.ts";

/** Sizes of every GPT image model; later models accept any size within a rule. */
const STANDARD_SIZES = ["1024x1024", "1536x1024", "1024x1536"];

/** For gpt-image-2 and later, from OpenAI's image API reference. */
const ANY_SIZE: SizeRule = {
  step: 16,
  minSide: 16,
  maxSide: 3840,
  maxRatio: 3,
  minPixels: 655_360,
  maxPixels: 3840 * 2160,
};

const PASSTHROUGH = ["moderation", "input_fidelity", "safety_identifier", "complexity"];

/**
 * A reference image at high fidelity, which later models always use: 65 tokens, 129 for each of at most four tiles, and
 * 6,240 for the details; rounded up.
 */
const CLOSE_TOKENS = 7_000;

/** Returns a model's abilities: https://developers.openai.com/api/docs/guides/image-generation, read 2026-11-22. */
export function openaiImageAbilities(model: string): ImageAbilities {
  const isLater = /gpt-image-[2-9]/.test(model);
  const takesMost = /gpt-image-2\.[5-9]/.test(model);
  return {
    maxImages: 10,
    maxReferences: 16,
    masks: true,
    referenceTokens: CLOSE_TOKENS,
    sizes: isLater ? ANY_SIZE : STANDARD_SIZES,
    qualities: ["low", "medium", "high", ...(takesMost ? ["xhigh", "max"] : [])],
    backgrounds: ["transparent", "opaque"],
    formats: ["png", "jpeg", "webp"],
    compresses: true,
    streams: true,
    passthrough: PASSTHROUGH,
  };
}
