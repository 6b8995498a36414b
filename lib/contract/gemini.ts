import { z } from "zod";
import { isRecord } from "../is-record.ts";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Plugins } from "./plugins.ts";
import { callExtras, PresetName, ProviderRouting, ResponseCaching } from "./routing.ts";
import { StopServerToolsWhen } from "./server-tools.ts";

const params = z.object({
  model: z
    .string()
    .min(1)
    .describe("Model ID, e.g. `google/gemini-2.5-flash`; any text model and Google's speech models can be used"),
});

const EmbeddingModel = z.string().min(1).describe("ID of an embedding model, e.g. `google/gemini-embedding-001`");

const Part = z.looseObject({});
const Content = z.looseObject({ role: z.string().nullish(), parts: arrayOf(Part).nullish() });

/** An array, or a single object in its place: Google accepts both, and its examples use both. */
function arrayOf<Element extends z.ZodType>(element: Element) {
  return z.preprocess((value) => (isRecord(value) ? [value] : value), z.array(element));
}

/** The gateway's own fields. */
const embeddingExtras = { provider: ProviderRouting.nullish(), ...callExtras };
const textExtras = {
  models: z.array(z.string().min(1)).nullish(),
  preset: PresetName,
  plugins: Plugins,
  stop_server_tools_when: StopServerToolsWhen,
  cache: ResponseCaching,
  ...embeddingExtras,
};

const GeminiRequest = z
  .looseObject({
    contents: arrayOf(Content).describe("The turns of the conversation"),
    systemInstruction: Content.nullish(),
    tools: arrayOf(z.looseObject({}))
      .nullish()
      .describe(
        "`functionDeclarations` and `googleSearch`; for Google's models also `codeExecution`, `urlContext` and `googleMaps`, and `fileSearch` with a provider key of your own",
      ),
    toolConfig: z.looseObject({}).nullish(),
    generationConfig: z.looseObject({}).nullish(),
    cachedContent: z
      .string()
      .nullish()
      .describe(
        "Name of content created with `POST /gemini/cachedContents`, for any text model. The request then has no `systemInstruction`, `tools` and `toolConfig` of its own. Or name of content cached at Google with your own provider key (BYOK); only that key is used.",
      ),
    safetySettings: arrayOf(z.looseObject({})).nullish().describe("Used only by Google's models"),
    ...textExtras,
  })
  .meta({ id: "GeminiRequest" });

const GeminiResponse = z.looseObject({
  candidates: z.array(z.looseObject({})).optional().describe("Absent if Google blocked the prompt"),
});

const NOTE =
  "Google's clients call it at `/v1beta/models/{model}` below the gateway's address, with the key in " +
  "`x-goog-api-key`. The request is converted to chat completions. With `AUDIO` in `responseModalities` it is " +
  "passed through to Google's speech models instead. Features that only Google has are passed through to " +
  "Google's models. For other models, or if the gateway does not support them, the request fails with a 400 " +
  "that names the field. Thought signatures are kept. The gateway's own fields, such as `provider`, are " +
  "accepted alongside Google's.";

const shared = {
  resource: "generations",
  method: "POST",
  roles: "everyone",
  access: "key",
  relaysTexts: true,
  largeBody: true,
  googleErrors: true,
  params,
} as const;

export const generateContent = endpoint({
  ...shared,
  id: "generateContent",
  path: "/gemini/models/{model}/generateContent",
  summary: "Generate content (Gemini format)",
  description: `Compatible with Google's Gemini API. ${NOTE}`,
  body: GeminiRequest,
  response: GeminiResponse,
  errors: MODEL_CALL_ERRORS,
});

export const streamGenerateContent = endpoint({
  ...shared,
  id: "streamGenerateContent",
  path: "/gemini/models/{model}/streamGenerateContent",
  summary: "Stream generated content (Gemini format)",
  description: `Returns events, as Google does with \`alt=sse\`. ${NOTE}`,
  query: z.object({
    alt: z
      .enum(["sse", "json"])
      .default("sse")
      .describe("`json` returns one JSON array of responses. At the address of Google's clients it is the default."),
  }),
  body: GeminiRequest,
  response: GeminiResponse,
  produces: ["sse"],
  errors: MODEL_CALL_ERRORS,
});

export const countContentTokens = endpoint({
  ...shared,
  id: "countContentTokens",
  path: "/gemini/models/{model}/countTokens",
  summary: "Count tokens (Gemini format)",
  description:
    "Returns the token count from the provider that would serve the request, or an estimate with the header " +
    `\`x-token-count: estimated\`. Counting is free. ${NOTE}`,
  body: z.looseObject({
    contents: arrayOf(Content).nullish(),
    generateContentRequest: z.looseObject(textExtras).nullish(),
    ...textExtras,
  }),
  response: z.object({ totalTokens: z.number().int() }),
  errors: [400, 401, 403, 404, 405, 413, 422, 429, 500],
});

const Embedding = z.object({ values: z.array(z.number()) });
const EmbeddingUsage = z.object({ promptTokenCount: z.int() });

const EMBEDDING_NOTE =
  "The request is converted to embeddings. `taskType`, `title` and `outputDimensionality` reach models that " +
  "support them. The gateway's own fields, such as `provider`, are accepted alongside Google's.";

const EmbedContentRequest = z.looseObject({
  content: Content.describe("Texts, and images, audio, video or documents for models that embed them"),
  ...embeddingExtras,
});

export const embedContent = endpoint({
  ...shared,
  params: params.extend({ model: EmbeddingModel }),
  id: "embedContent",
  path: "/gemini/models/{model}/embedContent",
  summary: "Embed content (Gemini format)",
  description: `Compatible with Google's Gemini API. ${EMBEDDING_NOTE}`,
  body: EmbedContentRequest.meta({ id: "EmbedContentRequest" }),
  response: z.object({ embedding: Embedding, usageMetadata: EmbeddingUsage }),
  errors: MODEL_CALL_ERRORS,
});

export const batchEmbedContents = endpoint({
  ...shared,
  params: params.extend({ model: EmbeddingModel }),
  id: "batchEmbedContents",
  path: "/gemini/models/{model}/batchEmbedContents",
  summary: "Embed several contents (Gemini format)",
  description:
    "Compatible with Google's Gemini API; `embedContent` of Google's clients calls it. Returns one vector for each " +
    `request. All requests need the same settings. ${EMBEDDING_NOTE}`,
  body: z.looseObject({
    requests: arrayOf(EmbedContentRequest).describe("The contents, each with its settings"),
    ...embeddingExtras,
  }),
  response: z.object({ embeddings: z.array(Embedding), usageMetadata: EmbeddingUsage }),
  errors: MODEL_CALL_ERRORS,
});

export const geminiEndpoints = [
  generateContent,
  streamGenerateContent,
  countContentTokens,
  embedContent,
  batchEmbedContents,
];
