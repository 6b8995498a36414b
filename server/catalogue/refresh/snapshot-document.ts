import { z } from "zod";
import { HttpError } from "#server/errors.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Model, ModelEndpoint, Price } from "../model.ts";
import { USAGE_UNITS } from "../units.ts";
import type { RefreshDocument } from "./refresh-document.ts";

const id = z.string().min(1).max(300);
const day = z.iso.date();
const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const texts = z.array(z.string().max(300)).max(1000);
const Modality = z.enum([
  ...(["text", "image", "file", "audio", "video"] as const),
  ...(["embeddings", "rerank", "speech", "transcription", "moderation"] as const),
]);

const RetirementShape = z.strictObject({ retiresOn: day, successor: id.optional() });

const ModelShape = z.strictObject({
  id,
  canonicalSlug: id,
  name: z.string().max(300),
  description: z.string().max(10_000),
  created: count,
  isUndated: z.literal(true).optional(),
  inputModalities: z.array(Modality).max(20),
  outputModalities: z.array(Modality).min(1).max(20),
  tokenizer: z.string().max(100),
  contextLength: count.nullable(),
  knowledgeCutoff: z.string().max(40).nullable(),
  retirement: RetirementShape.optional(),
  aliases: texts.optional(),
}) satisfies z.ZodType<Model>;

const EndpointShape = z.strictObject({
  id,
  model: id,
  provider: id,
  upstreamModel: id,
  contextLength: count.nullable(),
  maxOutputTokens: count.nullable(),
  maxPromptTokens: count.nullable(),
  quantization: z.string().max(40).nullable(),
  supportedParameters: texts,
  supportsImplicitCaching: z.boolean(),
  zeroDataRetention: z.boolean(),
  trainsOnPrompts: z.boolean(),
  unpriced: z.boolean().optional(),
  billedApart: z.array(z.enum(USAGE_UNITS)).optional(),
  retirement: RetirementShape.optional(),
}) satisfies z.ZodType<ModelEndpoint>;

const Hours = z.strictObject({ startMinute: count.max(1440), endMinute: count.max(1440) });

const PriceShape = z.strictObject({
  id,
  modelEndpoint: id,
  unit: z.enum(USAGE_UNITS),
  nanoUsdPerMillion: count,
  minPromptTokens: count,
  serviceTier: z.string().max(64).nullable(),
  source: z.string().min(1).max(500),
  sourceRevision: z.string().max(300),
  asOf: day,
  disputed: z.boolean(),
  reserveNanoUsdPerMillion: count.optional(),
  agreeing: count.optional(),
  dissent: z
    .array(z.strictObject({ source: z.string().max(500), asOf: day, nanoUsdPerMillion: count }))
    .max(20)
    .optional(),
  hoursUtc: Hours.optional(),
  validFrom: day.optional(),
  variant: z.string().max(64).optional(),
});

const SnapshotShape = z.strictObject({
  revision: z.string().min(1).max(1000),
  models: z.array(ModelShape).max(100_000),
  endpoints: z.array(EndpointShape).max(100_000),
  prices: z.array(PriceShape).max(500_000),
  providers: z.array(z.unknown()).optional(),
  notices: z.array(z.unknown()).optional(),
});

/** Reads a snapshot in our own format. Throws HttpError 400 with the first error. */
export function readSnapshotDocument(document: unknown, catalogue: Catalogue): RefreshDocument {
  const read = SnapshotShape.safeParse(document);
  if (!read.success) throw createInvalidSnapshotError(describeIssue(read.error.issues[0]));
  const { revision, models, endpoints } = read.data;
  const prices = read.data.prices as Price[];
  const listed = new Set([...endpoints.map((endpoint) => endpoint.id)]);
  rejectLoose(prices, listed, catalogue);
  return {
    format: "switchboard",
    source: "snapshot",
    revision,
    asOf:
      prices
        .map(({ asOf }) => asOf)
        .sort()
        .at(-1) ?? "1970-01-01",
    models: models as Model[],
    endpoints: endpoints as ModelEndpoint[],
    prices,
    listed: new Set([...listed, ...prices.map(({ modelEndpoint }) => modelEndpoint)]),
    isComplete: true,
  };
}

/** Throws unless every price belongs to a listed endpoint and no two are for the same item. */
function rejectLoose(prices: readonly Price[], listed: ReadonlySet<string>, catalogue: Catalogue): void {
  const seen = new Set<string>();
  for (const { modelEndpoint, unit, minPromptTokens, serviceTier, variant, hoursUtc, validFrom } of prices) {
    if (!listed.has(modelEndpoint) && !catalogue.endpoint(modelEndpoint))
      throw createInvalidSnapshotError(`there is a price for ${modelEndpoint}, which the source does not describe`);
    const key = JSON.stringify([modelEndpoint, unit, minPromptTokens, serviceTier, variant, hoursUtc, validFrom]);
    if (seen.has(key))
      throw createInvalidSnapshotError(`two prices of ${modelEndpoint} are for the same item (${unit})`);
    seen.add(key);
  }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  return issue ? `${issue.path.join(".")}: ${issue.message}` : "its format is not supported";
}

function createInvalidSnapshotError(why: string): HttpError {
  return new HttpError(400, `The price source is not a valid snapshot: ${why}`);
}
