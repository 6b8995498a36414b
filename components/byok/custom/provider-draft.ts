import type { z } from "zod";
import type { CustomProvider } from "#lib/contract/custom-providers.ts";
import { headersIn, linesOf } from "#lib/header-lines.ts";

export type Provider = z.output<typeof CustomProvider>;
type Model = Provider["models"][number];

/** A model as the form edits it: numbers and lists as texts, where an empty one is the default. */
export type ModelDraft = {
  /** Identifies the row while the form is open. */
  key: string;
  id: string;
  model: string;
  name: string;
  context: string;
  maxOutput: string;
  inputs: string;
  output: string;
  parameters: string;
  inputPrice: string;
  outputPrice: string;
  /** Prices of other units, one per line as `unit: USD`. */
  otherPrices: string;
};

export type ProviderDraft = {
  name: string;
  slug: string;
  api: "openai" | "anthropic";
  base_url: string;
  api_key: string;
  headers: string;
  isCommon: boolean;
  zero_data_retention: boolean;
  reads_model_list: boolean;
  enabled: boolean;
  models: ModelDraft[];
};

let rows = 0;

function newKey(): string {
  rows += 1;
  return `row-${rows}`;
}

/** Returns a model with only the server's name for it. */
export function newModel(id: string): ModelDraft {
  return {
    key: newKey(),
    id,
    model: "",
    name: "",
    context: "",
    maxOutput: "",
    inputs: "text",
    output: "",
    parameters: "",
    inputPrice: "",
    outputPrice: "",
    otherPrices: "",
  };
}

export function draftOf(provider: Provider | undefined): ProviderDraft {
  return {
    name: provider?.name ?? "",
    slug: provider?.slug ?? "",
    api: provider?.api ?? "openai",
    base_url: provider?.base_url ?? "",
    api_key: "",
    headers: provider ? linesOf(provider.headers) : "",
    isCommon: provider?.workspace_id === null,
    zero_data_retention: provider?.zero_data_retention ?? false,
    reads_model_list: provider?.reads_model_list ?? false,
    enabled: provider?.enabled ?? true,
    models: provider ? provider.models.map(modelDraft) : [newModel("")],
  };
}

function modelDraft(model: Model): ModelDraft {
  const { input_tokens: inputPrice = "", output_tokens: outputPrice = "", ...others } = model.prices;
  return {
    key: newKey(),
    id: model.id,
    model: model.model ?? "",
    name: model.name ?? "",
    context: model.context_length?.toString() ?? "",
    maxOutput: model.max_output_tokens?.toString() ?? "",
    inputs: model.input_modalities.join(", "),
    output: model.output_modalities?.join(", ") ?? "",
    parameters: model.supported_parameters?.join(", ") ?? "",
    inputPrice,
    outputPrice,
    otherPrices: linesOf(others as Record<string, string>),
  };
}

/** Returns the fields of a body that adding and changing a provider share. The contract's schema checks them. */
export function bodyOf(draft: ProviderDraft) {
  const { name, api, base_url, headers, zero_data_retention, reads_model_list, enabled, models } = draft;
  return {
    name,
    api,
    base_url,
    enabled,
    zero_data_retention,
    reads_model_list,
    headers: headersIn(headers),
    models: models.map(modelBody) as Omit<Model, "model_id">[],
  };
}

function modelBody(draft: ModelDraft) {
  const { inputPrice, outputPrice } = draft;
  return {
    id: draft.id.trim(),
    model: draft.model.trim() || null,
    name: draft.name.trim() || null,
    context_length: numberIn(draft.context),
    max_output_tokens: numberIn(draft.maxOutput),
    input_modalities: namesIn(draft.inputs) ?? ["text"],
    output_modalities: namesIn(draft.output),
    supported_parameters: namesIn(draft.parameters),
    prices: {
      ...(inputPrice.trim() && { input_tokens: inputPrice.trim() }),
      ...(outputPrice.trim() && { output_tokens: outputPrice.trim() }),
      ...headersIn(draft.otherPrices),
    },
  };
}

function numberIn(text: string): number | null {
  return text.trim() === "" ? null : Number(text.replaceAll(/[\s,]/g, ""));
}

function namesIn(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  return names.length > 0 ? names : null;
}

const MODEL_FIELDS: Record<string, keyof ModelDraft> = {
  model: "model",
  name: "name",
  context_length: "context",
  max_output_tokens: "maxOutput",
  input_modalities: "inputs",
  output_modalities: "output",
  supported_parameters: "parameters",
};
const PRICE_FIELDS: Record<string, keyof ModelDraft> = { input_tokens: "inputPrice", output_tokens: "outputPrice" };

/** Returns the field of the form for a path of the body. */
export function fieldOf(path: readonly string[]): string | undefined {
  const [name = "", index, field = "", unit = ""] = path.map((part) => part.replace("]", ""));
  if (name !== "models") return name;
  if (index === undefined) return undefined;
  const inModel = field === "prices" ? (PRICE_FIELDS[unit] ?? "otherPrices") : (MODEL_FIELDS[field] ?? "id");
  return `models.${index}.${inModel}`;
}
