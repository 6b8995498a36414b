import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

// Anything else would have to be guessed at: a text in base64, say, that no guardrail reads.
const IMAGE = /^(https?:\/\/|data:image\/[\w.+-]+(;[\w=-]+)*;base64,)/i;

const Pair = z
  .looseObject({
    text: z.string().nullish(),
    image: z.string().regex(IMAGE, "an image is an HTTP(S) address or a data URL in base64").nullish(),
  })
  .refine(({ text, image }) => typeof text === "string" || typeof image === "string", {
    error: "a document needs a text or an image",
  });

const Document = z.union([z.string(), Pair], {
  error: ({ input }) => (isRecord(input) ? undefined : "a document is a text, or an object with `text` or `image`"),
});

export const RerankRequest = z
  .looseObject({
    model: z.string().min(1),
    query: z.string().min(1),
    documents: z.array(Document).min(1).describe("Texts, or objects with a text, an image or both"),
    top_n: z.int().min(1).nullish().describe("How many of the most relevant to answer; all if absent"),
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
        index: z.int().describe("Of the document in the request"),
        relevance_score: z.number(),
      }),
    )
    .describe("The most relevant first"),
  usage: z.object({
    search_units: z.number().optional().describe("Where the provider bills by searches"),
    total_tokens: z.int().optional().describe("Where the provider counts tokens"),
    cost: z.number().optional().describe("USD"),
    is_byok: z.boolean().optional(),
  }),
  meta: z
    .object({
      billed_units: z.object({ search_units: z.number().optional(), input_tokens: z.int().optional() }),
    })
    .describe("The same as clients of Cohere's read it"),
});

export const rerank = endpoint({
  id: "rerank",
  resource: "rerank",
  method: "POST",
  path: "/rerank",
  roles: "everyone",
  access: "key",
  summary: "Order documents by relevance to a query",
  relaysTexts: true,
  largeBody: true,
  body: RerankRequest,
  response: RerankResponse,
  errors: MODEL_CALL_ERRORS,
});

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
