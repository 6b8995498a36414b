import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ExactNumber, parseExactJson } from "../exact-json.ts";

export type ModelsDevCost = {
  [rate: string]: ExactNumber | ModelsDevTier[] | undefined;
  tiers?: ModelsDevTier[];
};
export type ModelsDevTier = {
  [rate: string]: ExactNumber | { size: ExactNumber } | undefined;
  tier: { size: ExactNumber };
};
export type ModelsDevModel = {
  name: string;
  family?: string;
  release_date?: string;
  knowledge?: string;
  status?: string;
  base_model?: string;
  reasoning?: boolean;
  tool_call?: boolean;
  temperature?: boolean;
  structured_output?: boolean;
  modalities?: { input?: string[]; output?: string[] };
  limit?: { context?: ExactNumber; input?: ExactNumber; output?: ExactNumber };
  cost?: ModelsDevCost;
  experimental?: { modes?: Record<string, { cost?: ModelsDevCost; provider?: { body?: Record<string, string> } }> };
};
export type ListingModel = {
  id: string;
  canonical_slug: string;
  name: string;
  created: ExactNumber;
  context_length: ExactNumber | null;
  architecture: { input_modalities: string[]; output_modalities: string[]; tokenizer: string };
  pricing: Record<string, string>;
  top_provider: { context_length: ExactNumber | null; max_completion_tokens: ExactNumber | null };
  supported_parameters: string[];
  knowledge_cutoff: string | null;
  /** YYYY-MM-DD. */
  expiration_date?: string | null;
};
export type PortkeyRate = { price?: ExactNumber };
export type PortkeyRates = {
  [name: string]: PortkeyRate | Record<string, PortkeyRate> | Record<string, Record<string, PortkeyRate>> | undefined;
  additional_units?: Record<string, PortkeyRate>;
  image?: Record<string, Record<string, PortkeyRate>>;
};
export type PortkeyMode = PortkeyPricing & { context_tiers?: Record<string, PortkeyPricing> };
type PortkeyPricing = { pricing_config?: { pay_as_you_go?: PortkeyRates; batch_config?: PortkeyRates } };
export type PortkeyModel = PortkeyPricing & {
  custom_pricing?: {
    context_tier_map?: Record<string, string>;
    regions?: Record<string, { execution_modes?: Record<string, PortkeyMode> }>;
  };
};
export type RawData = {
  modelsDev: Record<string, { models: Record<string, ModelsDevModel> }>;
  listing: ListingModel[];
  /** Maps a file name without `.json` to its models. */
  portkey: Record<string, Record<string, PortkeyModel>>;
};

/** Reads the data folder; every number remains the literal in the file. */
export function readRaw(dataFolder: string): RawData {
  const read = (path: string) => parseExactJson(readFileSync(join(dataFolder, path), "utf8"));
  const files = readdirSync(join(dataFolder, "portkey-pricing")).filter((name) => name.endsWith(".json"));
  const portkey = files.sort().map((name) => [name.slice(0, -".json".length), read(join("portkey-pricing", name))]);
  return {
    modelsDev: read("models-dev.json") as RawData["modelsDev"],
    listing: read("model-listing.json") as RawData["listing"],
    portkey: Object.fromEntries(portkey) as RawData["portkey"],
  };
}
