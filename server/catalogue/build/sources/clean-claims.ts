import type { Modality } from "#server/catalogue/model.ts";
import type { Entry } from "../entries.ts";
import type { Claim } from "./claim.ts";

const FREE_UNITS = ["input_tokens", "output_tokens"];
const MODERATION_UNITS = ["requests"];

/** Removes claims about a model of these outputs that cannot be prices. */
export function cleanClaims(
  entry: Pick<Entry, "provider" | "upstreamModel">,
  claims: Claim[],
  output: Modality[],
): Claim[] {
  return dropEqualReasoning(correctImageUnits(dropUnstatedZeros(entry, claims, output), output));
}

/**
 * A price of zero counts only if the provider is known to offer the model for free; otherwise it means "not stated".
 */
function dropUnstatedZeros(
  entry: Pick<Entry, "provider" | "upstreamModel">,
  claims: Claim[],
  output: Modality[],
): Claim[] {
  const isFree = entry.provider.free?.test(entry.upstreamModel) ?? false;
  const units = output.includes("text") ? FREE_UNITS : output.includes("moderation") ? MODERATION_UNITS : [];
  return claims.filter((claim) => claim.nanoUsdPerMillion > 0 || (isFree && units.includes(claim.unit)));
}

/** Sources disagree on whether the output price of an image model is for its text or its images. */
function correctImageUnits(claims: Claim[], output: Modality[]): Claim[] {
  if (!output.includes("image")) return claims;
  const imagePrices = new Set(
    claims.filter((claim) => claim.unit === "output_image_tokens").map((claim) => claim.nanoUsdPerMillion),
  );
  return claims.map((claim) => {
    const meansImages =
      claim.unit === "output_tokens" && (!output.includes("text") || imagePrices.has(claim.nanoUsdPerMillion));
    return meansImages ? { ...claim, unit: "output_image_tokens" as const } : claim;
  });
}

/** Reasoning has its own price only if it differs from the output's. */
function dropEqualReasoning(claims: Claim[]): Claim[] {
  return claims.filter((claim) => {
    if (claim.unit !== "reasoning_tokens") return true;
    return claims.some(
      (other) =>
        other.unit === "output_tokens" &&
        other.source.id === claim.source.id &&
        other.minPromptTokens === claim.minPromptTokens &&
        other.serviceTier === claim.serviceTier &&
        other.nanoUsdPerMillion !== claim.nanoUsdPerMillion,
    );
  });
}
