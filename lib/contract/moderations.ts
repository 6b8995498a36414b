import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { isImageAddress } from "./images.ts";
import { callExtras, ProviderRouting } from "./routing.ts";

const Address = z
  .string()
  .refine(isImageAddress, { error: "must be an http(s) URL, or a data URL of an image in base64" });

const Part = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string().min(1) }),
  z.looseObject({ type: z.literal("image_url"), image_url: z.looseObject({ url: Address }) }),
]);

const Input = z.union([z.string().min(1), z.array(z.string()).min(1), z.array(Part).min(1)], {
  error: "must be a string, an array of strings, or an array of `text` and `image_url` parts",
});

/** The model of a request that names none, as at OpenAI. */
export const DEFAULT_MODERATION_MODEL = "openai/omni-moderation-latest";

export const ModerationRequest = z
  .looseObject({
    input: Input.describe("Strings are checked one by one, parts together"),
    model: z.string().min(1).nullish().describe(`Model ID. Defaults to \`${DEFAULT_MODERATION_MODEL}\`.`),
    provider: ProviderRouting.nullish(),
    ...callExtras,
  })
  .meta({ id: "ModerationRequest" });

export type ModerationRequest = z.output<typeof ModerationRequest>;

const Result = z.object({
  flagged: z.boolean(),
  categories: z.record(z.string(), z.boolean().nullable()).describe("Whether each category is flagged"),
  category_scores: z.record(z.string(), z.number()).describe("From 0 to 1"),
  category_applied_input_types: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe("The kinds of input that each score is based on"),
});

export const createModeration = endpoint({
  id: "createModeration",
  resource: "moderations",
  method: "POST",
  path: "/moderations",
  roles: "everyone",
  access: "key",
  summary: "Check for harmful content",
  description:
    "Compatible with OpenAI's moderation API. The response has one result for each string, or one for all parts.",
  relaysTexts: true,
  largeBody: true,
  body: ModerationRequest,
  response: z.object({
    id: z.string(),
    model: z.string(),
    results: z.array(Result),
    usage: z.object({ cost: z.number().describe("Cost in USD"), is_byok: z.boolean() }),
  }),
  errors: MODEL_CALL_ERRORS,
});
