import type { z } from "zod";
import type { Model as ModelSchema } from "#lib/contract/models.ts";
import type { Model } from "#server/catalogue/model.ts";
import { voicesOf } from "#server/catalogue/voices.ts";
import type { ListedModel } from "./listed-model.ts";

type ModelRecord = z.output<typeof ModelSchema>;

/** Converts a model to its API record. */
export function modelRecord(listed: ListedModel): ModelRecord {
  const { model, endpoints, top, pricing, available, health } = listed;
  return {
    id: model.id,
    object: "model",
    owned_by: authorOf(model),
    canonical_slug: model.canonicalSlug,
    name: model.name,
    created: model.created,
    description: model.description,
    context_length: model.contextLength ?? top?.contextLength ?? null,
    architecture: architectureOf(model),
    pricing,
    top_provider: {
      is_moderated: false,
      context_length: top?.contextLength ?? null,
      max_completion_tokens: top?.maxOutputTokens ?? null,
    },
    per_request_limits: null,
    default_parameters: null,
    supported_parameters: [...new Set(endpoints.flatMap((endpoint) => endpoint.supportedParameters))].sort(),
    supported_voices: voicesOf(model),
    knowledge_cutoff: model.knowledgeCutoff,
    ...retirementFields(listed),
    links: { details: `/api/v1/models/${model.id}/endpoints` },
    providers: [...new Set(endpoints.map(({ provider }) => provider))],
    available,
    latency_last_30m: best(
      Math.min,
      health.map(({ latencyMs }) => latencyMs?.p50),
    ),
    throughput_last_30m: best(
      Math.max,
      health.map(({ throughput }) => throughput?.p50),
    ),
    uptime_last_1d: best(
      Math.max,
      health.map(({ uptime1d }) => uptime1d),
    ),
  };
}

/** Returns when a model's maker retires it, and its successor, as far as they are known. */
function retirementFields({ model: { retirement }, successor: instead }: ListedModel): Partial<ModelRecord> {
  if (!retirement) return {};
  const { successor, upstreamSuccessor } = instead;
  return {
    expiration_date: retirement.retiresOn,
    ...(successor && { successor }),
    ...(upstreamSuccessor && { upstream_successor: upstreamSuccessor }),
  };
}

export function authorOf({ id }: Pick<Model, "id">): string {
  return id.slice(0, id.indexOf("/"));
}

export function architectureOf(model: Model): ModelRecord["architecture"] {
  const { inputModalities, outputModalities, tokenizer } = model;
  return {
    input_modalities: inputModalities,
    output_modalities: outputModalities,
    modality: `${inputModalities.join("+")}->${outputModalities.join("+")}`,
    tokenizer,
    instruct_type: null,
  };
}

function best(pick: (...values: number[]) => number, values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === "number");
  return known.length > 0 ? pick(...known) : null;
}
