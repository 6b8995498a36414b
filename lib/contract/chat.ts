import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Plugins } from "./plugins.ts";
import { callExtras, NAME_ENDINGS, PresetName, ProviderRouting, ResponseCaching } from "./routing.ts";
import { StopServerToolsWhen, TOOLS_DESCRIPTION } from "./server-tools.ts";

export const ChatRequest = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .optional()
      .describe(`Model ID. Defaults to the first entry of \`models\`. ${NAME_ENDINGS}`),
    models: z.array(z.string().min(1)).nullish(),
    messages: z
      .array(z.looseObject({ role: z.string() }))
      .optional()
      .describe("At least one message. Cursor may send the `input` of the Responses API instead."),
    stream: z.boolean().nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    top_k: z.number().int().nullish(),
    min_p: z.number().nullish(),
    top_a: z.number().nullish(),
    frequency_penalty: z.number().nullish(),
    presence_penalty: z.number().nullish(),
    repetition_penalty: z.number().nullish(),
    n: z.number().int().min(1).nullish().describe("Number of choices to generate"),
    seed: z.number().int().nullish(),
    stop: z.union([z.string(), z.array(z.string())]).nullish(),
    logit_bias: z.record(z.string(), z.number()).nullish(),
    logprobs: z.boolean().nullish(),
    top_logprobs: z.number().int().nullish(),
    tools: z
      .array(z.looseObject({ type: z.string().optional().describe("Defaults to `function`") }))
      .nullish()
      .describe(TOOLS_DESCRIPTION),
    tool_choice: z.unknown().optional(),
    parallel_tool_calls: z.boolean().nullish(),
    response_format: z.looseObject({ type: z.string() }).nullish(),
    reasoning: z.looseObject({}).nullish(),
    reasoning_effort: z.string().nullish(),
    modalities: z.array(z.string()).nullish(),
    cache_control: z.looseObject({ type: z.literal("ephemeral") }).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    provider: ProviderRouting.nullish(),
    preset: PresetName,
    plugins: Plugins,
    stop_server_tools_when: StopServerToolsWhen,
    cache: ResponseCaching,
    ...callExtras,
  })
  .meta({ id: "ChatRequest" });

export const createChatCompletion = endpoint({
  id: "createChatCompletion",
  resource: "generations",
  method: "POST",
  path: "/chat/completions",
  roles: "everyone",
  access: "key",
  summary: "Create a chat completion",
  description: "Compatible with OpenAI's Chat Completions API.",
  relaysTexts: true,
  largeBody: true,
  body: ChatRequest,
  response: z.looseObject({ id: z.string(), object: z.string(), choices: z.array(z.unknown()) }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});
