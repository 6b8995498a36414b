import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { callExtras, NAME_ENDINGS, Plugins, PresetName, ProviderRouting, StopServerToolsWhen } from "./routing.ts";

const STATELESS = "Must be null: no response is kept, so send the whole history as input";

export const ResponsesRequest = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .optional()
      .describe(`Model id, e.g. \`openai/gpt-5\`; the first of \`models\` if absent. ${NAME_ENDINGS}`),
    models: z.array(z.string().min(1)).nullish().describe("Models to fall back to, in order"),
    input: z
      .union([z.string(), z.array(z.unknown())])
      .describe("A text, or message items; the whole history every time"),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    max_output_tokens: z.number().int().min(1).nullish(),
    max_tool_calls: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    top_k: z.number().int().nullish(),
    frequency_penalty: z.number().nullish(),
    presence_penalty: z.number().nullish(),
    tools: z.array(z.looseObject({ type: z.string() })).nullish(),
    tool_choice: z.unknown().optional(),
    parallel_tool_calls: z.boolean().nullish(),
    text: z.looseObject({}).nullish(),
    reasoning: z.looseObject({}).nullish(),
    include: z.array(z.string()).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    store: z.literal(false).nullish().describe("Nothing is stored: only false"),
    background: z.literal(false).nullish(),
    previous_response_id: z.null(STATELESS).optional().describe("Stateless: must be null"),
    conversation: z.null(STATELESS).optional().describe("Stateless: must be null"),
    modalities: z.array(z.string()).nullish(),
    cache_control: z.looseObject({ type: z.literal("ephemeral") }).nullish(),
    provider: ProviderRouting.nullish(),
    preset: PresetName,
    plugins: Plugins,
    stop_server_tools_when: StopServerToolsWhen,
    ...callExtras,
  })
  .meta({ id: "ResponsesRequest" });

export const createResponse = endpoint({
  id: "createResponse",
  resource: "generations",
  method: "POST",
  path: "/responses",
  roles: "everyone",
  access: "key",
  summary: "Generate text, responses style",
  relaysTexts: true,
  largeBody: true,
  body: ResponsesRequest,
  response: z.looseObject({ id: z.string(), object: z.literal("response"), status: z.string() }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});
