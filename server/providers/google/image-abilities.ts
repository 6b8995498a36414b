import type { ImageAbilities } from "../image/abilities.ts";

const RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];
const LONG_RATIOS = ["1:4", "4:1", "1:8", "8:1"];

/** Returns a model's abilities: https://ai.google.dev/gemini-api/docs/image-generation and /imagen, read 2026-11-22. */
export function googleImageAbilities(model: string): ImageAbilities {
  return isImagen(model) ? imagen(model) : gemini(model);
}

export function isImagen(model: string): boolean {
  return model.startsWith("imagen-");
}

/** Gemini returns one image per request, as a response part, in a format of its choice. */
function gemini(model: string): ImageAbilities {
  const isFirst = model.startsWith("gemini-2.5-");
  const isFlash = /gemini-3\.\d+-flash/.test(model);
  return {
    maxImages: 1,
    maxReferences: isFirst ? 3 : 14,
    hasExactSquares: true,
    aspectRatios: isFlash ? [...RATIOS, ...LONG_RATIOS] : RATIOS,
    ...(!isFirst && { resolutions: isFlash ? ["512", "1K", "2K", "4K"] : ["1K", "2K", "4K"] }),
    formats: ["png", "jpeg"],
    seeds: true,
    passthrough: ["safetySettings", "generationConfig"],
  };
}

function imagen(model: string): ImageAbilities {
  return {
    maxImages: 4,
    maxReferences: 0,
    hasExactSquares: true,
    aspectRatios: ["1:1", "3:4", "4:3", "9:16", "16:9"],
    ...(!model.includes("-fast-") && { resolutions: ["1K", "2K"] }),
    formats: ["png", "jpeg"],
    compresses: true,
    passthrough: ["parameters"],
  };
}
