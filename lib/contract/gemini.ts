import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const params = z.object({
  model: z
    .string()
    .min(1)
    .describe("Model ID, e.g. `google/gemini-2.5-flash`; any text model and Google's speech models can be used"),
});

const Part = z.looseObject({});
const Content = z.looseObject({ role: z.string().nullish(), parts: z.array(Part).nullish() });

const GeminiRequest = z
  .looseObject({
    contents: z.array(Content).describe("The turns of the conversation"),
    systemInstruction: Content.nullish(),
    tools: z
      .array(z.looseObject({}))
      .nullish()
      .describe(
        "`functionDeclarations` and `googleSearch`; for Google's models also `codeExecution`, `urlContext` and `googleMaps`, and `fileSearch` with a provider key of your own",
      ),
    toolConfig: z.looseObject({}).nullish(),
    generationConfig: z.looseObject({}).nullish(),
    cachedContent: z
      .string()
      .nullish()
      .describe("Name of content that a provider key of your own (BYOK) caches at Google; only that key is used"),
    safetySettings: z.array(z.looseObject({})).nullish().describe("Only Google's models read them"),
  })
  .meta({ id: "GeminiRequest" });

const GeminiResponse = z.looseObject({
  candidates: z.array(z.looseObject({})).optional().describe("Absent if Google blocked the prompt"),
});

const NOTE =
  "Google's clients call it at `/v1beta/models/{model}` below the gateway's address, with the key in `x-goog-api-key`. " +
  "The request is converted to chat completions. With `AUDIO` in `responseModalities` it is passed through to Google's " +
  "speech models instead. What only Google can do is sent to Google's models as it is; for other models, and if the " +
  "gateway does not support it, it is a 400 that names the field. Thought signatures are kept. The gateway's own " +
  "fields, such as `provider`, are accepted beside Google's.";

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
  summary: "Generate content",
  description: `Compatible with Google's Gemini API. ${NOTE}`,
  body: GeminiRequest,
  response: GeminiResponse,
  errors: MODEL_CALL_ERRORS,
});

export const streamGenerateContent = endpoint({
  ...shared,
  id: "streamGenerateContent",
  path: "/gemini/models/{model}/streamGenerateContent",
  summary: "Stream generated content",
  description: `Returns events, as Google does with \`alt=sse\`. ${NOTE}`,
  query: z.object({ alt: z.literal("sse", "must be `sse`: only streams of events are supported").default("sse") }),
  body: GeminiRequest,
  response: GeminiResponse,
  produces: ["sse"],
  errors: MODEL_CALL_ERRORS,
});

export const countContentTokens = endpoint({
  ...shared,
  id: "countContentTokens",
  path: "/gemini/models/{model}/countTokens",
  summary: "Count the tokens of content",
  description:
    "Returns the token count from the provider that would serve the request, or an estimate with the header " +
    `\`x-token-count: estimated\`. Counting is free. ${NOTE}`,
  body: z.looseObject({ contents: z.array(Content).nullish(), generateContentRequest: z.looseObject({}).nullish() }),
  response: z.object({ totalTokens: z.number().int() }),
  errors: [400, 401, 403, 404, 405, 413, 422, 429, 500],
});

export const geminiEndpoints = [generateContent, streamGenerateContent, countContentTokens];
