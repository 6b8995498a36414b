import type { z } from "zod";
import { type CustomModel, UNITS_PER_MILLION } from "#lib/contract/custom-models.ts";
import { nanoUsdPerMillion } from "#server/catalogue/build/decimal.ts";
import { customModelId } from "#server/catalogue/custom/custom-endpoints.ts";
import type { StoredModel } from "#server/data/custom-providers.ts";

type WireModel = z.output<typeof CustomModel>;

/** Converts a model to its stored form. The contract has bounded its prices, so that they are exact. */
export function storedModel(wire: WireModel): StoredModel {
  const prices = Object.entries(wire.prices).map(([unit, usd]) => {
    return [unit, nanoUsdPerMillion(usd, isPerMillion(unit) ? "usd-per-million" : "usd-per-unit")] as const;
  });
  return {
    upstreamModel: wire.id,
    model: wire.model,
    name: wire.name,
    contextLength: wire.context_length,
    maxOutputTokens: wire.max_output_tokens,
    inputModalities: wire.input_modalities,
    outputModalities: wire.output_modalities,
    supportedParameters: wire.supported_parameters,
    prices: Object.fromEntries(prices),
  };
}

/** Converts a stored model to its API record. */
export function modelRecord(slug: string, stored: StoredModel): WireModel & { model_id: string } {
  const prices = Object.entries(stored.prices).map(([unit, nanoUsd]) => [unit, usdText(unit, nanoUsd)]);
  return {
    id: stored.upstreamModel,
    model: stored.model,
    name: stored.name,
    context_length: stored.contextLength,
    max_output_tokens: stored.maxOutputTokens,
    input_modalities: stored.inputModalities as WireModel["input_modalities"],
    output_modalities: stored.outputModalities as WireModel["output_modalities"],
    supported_parameters: stored.supportedParameters,
    prices: Object.fromEntries(prices),
    model_id: customModelId(slug, stored),
  };
}

function isPerMillion(unit: string): boolean {
  return UNITS_PER_MILLION.some((one) => one === unit);
}

/** Returns the exact decimal amount: `150000000` per million tokens is `0.15`. */
function usdText(unit: string, nanoUsd: number): string {
  const decimals = isPerMillion(unit) ? 9 : 15;
  const digits = String(nanoUsd).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  return digits.slice(0, -decimals) + (fraction && `.${fraction}`);
}
