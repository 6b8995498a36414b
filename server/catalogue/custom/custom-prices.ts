import { createHash } from "node:crypto";
import type { Price } from "../model.ts";

/**
 * Returns the price rows of a custom provider's model endpoint from nano-USD per million by unit. A row's id is derived
 * from its content, so that a charge can be proved after the price has changed.
 */
export function customPrices(modelEndpoint: string, prices: Record<string, number>, createdAt: Date | string): Price[] {
  const asOf = new Date(createdAt).toISOString().slice(0, 10);
  return Object.entries(prices).map(([name, nanoUsdPerMillion]) => {
    const unit = name as Price["unit"];
    const content = `${modelEndpoint} ${unit} ${nanoUsdPerMillion} ${asOf}`;
    return {
      id: `price_custom_${createHash("sha256").update(content).digest("hex").slice(0, 32)}`,
      modelEndpoint,
      unit,
      nanoUsdPerMillion,
      minPromptTokens: 0,
      serviceTier: null,
      source: "custom provider",
      sourceRevision: asOf,
      asOf,
      disputed: false,
    };
  });
}
