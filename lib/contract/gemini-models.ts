import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A model as Google's clients read it: https://ai.google.dev/api/models#Model */
const ContentModel = z
  .object({
    name: z.string().describe("`models/` and the model's ID, e.g. `models/google/gemini-2.5-flash`"),
    version: z.string(),
    displayName: z.string(),
    description: z.string(),
    inputTokenLimit: z.number().int().optional().describe("Absent if unknown"),
    outputTokenLimit: z.number().int().optional().describe("Absent if unknown"),
    supportedGenerationMethods: z.array(z.string()).describe("The methods of the Gemini API that work with the model"),
    thinking: z.boolean().optional(),
  })
  .meta({ id: "GeminiModel" });

const shared = { resource: "models", method: "GET", roles: "everyone", access: "key", googleErrors: true } as const;

export const listContentModels = endpoint({
  ...shared,
  id: "listContentModels",
  path: "/gemini/models",
  summary: "List models (Gemini format)",
  description:
    "Returns the models that you can use with the Gemini API's methods. Google's clients call it at `/v1beta/models`.",
  query: z.object({
    pageSize: z.coerce.number().int().min(1).max(1000).default(50),
    pageToken: z
      .string()
      .regex(/^\d{1,9}$/, "does not belong to this list")
      .optional()
      .describe("`nextPageToken` of the previous page"),
  }),
  response: z.object({
    models: z.array(ContentModel),
    nextPageToken: z.string().optional().describe("Absent on the last page"),
  }),
  errors: [400, 401, 405, 429, 500],
});

export const getContentModel = endpoint({
  ...shared,
  id: "getContentModel",
  path: "/gemini/models/{model}",
  summary: "Get a model (Gemini format)",
  description: "Google's clients call it at `/v1beta/models/{model}`.",
  params: z.object({ model: z.string().min(1).max(300).describe("Model ID, e.g. `google/gemini-2.5-flash`") }),
  response: ContentModel,
  errors: [400, 401, 404, 405, 429, 500],
});
