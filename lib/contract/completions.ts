import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, NAME_ENDINGS, ProviderRouting, ResponseCaching } from "./routing.ts";

const Prompt = z.string("Send text: arrays of tokens are not supported");
const NOT_HERE = "Not supported for text completions: use POST /chat/completions";

export const createCompletion = endpoint({
  id: "createCompletion",
  resource: "generations",
  method: "POST",
  path: "/completions",
  roles: "everyone",
  access: "key",
  summary: "Create a text completion",
  description:
    "Compatible with OpenAI's legacy completions, which editors use to complete code: the model continues `prompt`, or " +
    "fills the gap before `suffix`. Requests are not converted: only models of providers that have text completions can " +
    "be used, such as OpenAI's `gpt-3.5-turbo-instruct`, Mistral's Codestral, DeepSeek, and custom and local servers.",
  relaysTexts: true,
  largeBody: true,
  body: z
    .looseObject({
      model: z
        .string()
        .min(1)
        .optional()
        .describe(`Model ID. Defaults to the first entry of \`models\`. ${NAME_ENDINGS}`),
      models: z.array(z.string().min(1)).nullish().describe("Fallback models, in order"),
      prompt: z.union([Prompt, z.array(Prompt).min(1).max(128)]).describe("A string, or an array of strings"),
      suffix: z.string().nullish().describe("The text after the gap that the model fills"),
      stream: z.boolean().nullish(),
      max_tokens: z.number().int().min(1).nullish(),
      temperature: z.number().min(0).max(2).nullish(),
      top_p: z.number().min(0).max(1).nullish(),
      n: z.number().int().min(1).max(128).nullish().describe("Number of completions for each prompt"),
      best_of: z.number().int().min(1).max(128).nullish(),
      stop: z.union([z.string(), z.array(z.string())]).nullish(),
      echo: z.boolean().nullish(),
      logprobs: z.number().int().min(0).nullish(),
      frequency_penalty: z.number().nullish(),
      presence_penalty: z.number().nullish(),
      logit_bias: z.record(z.string(), z.number()).nullish(),
      seed: z.number().int().nullish(),
      tools: z.null(NOT_HERE).optional(),
      plugins: z.null(NOT_HERE).optional(),
      preset: z.null(NOT_HERE).optional(),
      provider: ProviderRouting.nullish(),
      cache: ResponseCaching,
      ...callExtras,
    })
    .meta({ id: "CompletionRequest" }),
  response: z.looseObject({
    id: z.string(),
    object: z.literal("text_completion"),
    choices: z.array(z.looseObject({})),
  }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});
