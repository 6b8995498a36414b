import { z } from "zod";
import { isRecord } from "#lib/is-record.ts";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting, ResponseCaching } from "./routing.ts";

// Anything else would be ambiguous, such as base64 text that no guardrail reads.
const IMAGE = /^(https?:\/\/|data:image\/[\w.+-]+(;[\w=-]+)*;base64,)/i;

const Pair = z
  .looseObject({
    text: z.string().nullish(),
    image: z.string().regex(IMAGE, "an image must be an HTTP(S) URL or a base64 data URL").nullish(),
  })
  .refine(({ text, image }) => typeof text === "string" || typeof image === "string", {
    error: "must have a text or an image",
  });

const Document = z.union([z.string(), Pair], {
  error: ({ input }) =>
    isRecord(input) ? undefined : "a document must be a string, or an object with `text` or `image`",
});

export const RerankRequest = z
  .looseObject({
    model: z.string().min(1),
    query: z.string().min(1),
    documents: z.array(Document).min(1).describe("Documents to rank: strings, or objects with `text`, `image` or both"),
    top_n: z.int().min(1).nullish().describe("Number of most relevant documents to return. Defaults to all."),
    cache: ResponseCaching,
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "RerankRequest" });

export type RerankRequest = z.output<typeof RerankRequest>;

const RerankResponse = z.object({
  id: z.string().optional(),
  model: z.string(),
  provider: z.string().optional(),
  results: z
    .array(
      z.object({
        document: z.object({ text: z.string().optional(), image: z.string().optional() }),
        index: z.int().describe("Index of the document in the request"),
        relevance_score: z.number(),
      }),
    )
    .describe("Results, most relevant first"),
  usage: z.object({
    search_units: z.number().optional().describe("Present if the provider bills by search"),
    total_tokens: z.int().optional().describe("Present if the provider counts tokens"),
    cost: z.number().optional().describe("Cost in USD"),
    is_byok: z.boolean().optional(),
  }),
  meta: z
    .object({
      billed_units: z.object({ search_units: z.number().optional(), input_tokens: z.int().optional() }),
    })
    .describe("The same usage in the format that Cohere clients expect"),
});

export const rerank = endpoint({
  id: "rerank",
  resource: "rerank",
  method: "POST",
  path: "/rerank",
  roles: "everyone",
  access: "key",
  summary: "Rerank documents",
  description: "Sorts documents by relevance to a query.",
  relaysTexts: true,
  largeBody: true,
  body: RerankRequest,
  response: RerankResponse,
  errors: MODEL_CALL_ERRORS,
});
