import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Plugins } from "./plugins.ts";
import { callExtras, NAME_ENDINGS, PresetName, ProviderRouting, ResponseCaching } from "./routing.ts";
import { StopServerToolsWhen, TOOLS_DESCRIPTION } from "./server-tools.ts";

const STATELESS = "Must be null, because responses are not stored: send the whole history as input";

export const ResponsesRequest = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .optional()
      .describe(`Model ID, e.g. \`openai/gpt-5.4\`. Defaults to the first entry of \`models\`. ${NAME_ENDINGS}`),
    models: z.array(z.string().min(1)).nullish().describe("Fallback models, in order"),
    input: z
      .union([z.string(), z.array(z.unknown())])
      .describe("A string, or an array of input items. Send the full conversation each time."),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    max_output_tokens: z.number().int().min(1).nullish(),
    max_tool_calls: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    top_k: z.number().int().nullish(),
    frequency_penalty: z.number().nullish(),
    presence_penalty: z.number().nullish(),
    tools: z
      .array(z.looseObject({ type: z.string() }))
      .nullish()
      .describe(TOOLS_DESCRIPTION),
    tool_choice: z.unknown().optional(),
    parallel_tool_calls: z.boolean().nullish(),
    text: z.looseObject({}).nullish(),
    reasoning: z.looseObject({}).nullish(),
    include: z.array(z.string()).nullish(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    store: z.literal(false).nullish().describe("Must be false. The gateway does not store responses."),
    background: z.literal(false).nullish(),
    previous_response_id: z.null(STATELESS).optional().describe("Must be null. The gateway does not store responses."),
    conversation: z.null(STATELESS).optional().describe("Must be null. The gateway does not store responses."),
    modalities: z.array(z.string()).nullish(),
    cache_control: z.looseObject({ type: z.literal("ephemeral") }).nullish(),
    provider: ProviderRouting.nullish(),
    preset: PresetName,
    plugins: Plugins,
    stop_server_tools_when: StopServerToolsWhen,
    cache: ResponseCaching,
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
  summary: "Create a response",
  description:
    "Compatible with OpenAI's Responses API. Streams to clients made for OpenAI's API contain only its events; those to " +
    "other clients also contain the events `response.content_part.delta` and `response.done`. The header " +
    "`X-Response-Events` chooses: `openai`, `all` or `spec` (only the six events `response.created`, " +
    "`response.output_item.added`, `response.content_part.added`, `response.content_part.delta`, " +
    "`response.output_item.done` and `response.done`).",
  relaysTexts: true,
  largeBody: true,
  body: ResponsesRequest,
  response: z.looseObject({ id: z.string(), object: z.literal("response"), status: z.string() }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});

export const countInputTokens = endpoint({
  id: "countInputTokens",
  resource: "generations",
  method: "POST",
  path: "/responses/input_tokens",
  roles: "everyone",
  access: "key",
  summary: "Count a response's input tokens",
  description:
    "Compatible with OpenAI's endpoint: takes the body of `POST /responses`. Returns the token count from the provider " +
    "that would serve the request. OpenAI, Anthropic and Google support counting, also for requests that are converted " +
    "to their format. If the provider does not support it or fails, the count is an estimate and the response has the " +
    "header `x-token-count: estimated`. Counting is free.",
  relaysTexts: true,
  largeBody: true,
  body: ResponsesRequest,
  response: z.object({ object: z.literal("response.input_tokens"), input_tokens: z.number().int() }),
  errors: [400, 401, 403, 404, 405, 413, 422, 429, 500],
});

export const connectResponses = endpoint({
  id: "connectResponses",
  resource: "websockets",
  method: "GET",
  path: "/responses",
  roles: "everyone",
  access: "key",
  summary: "Create responses over a WebSocket",
  description:
    "Compatible with OpenAI's WebSocket mode of the Responses API, which Codex uses. Connect with an API key, " +
    "and send one `response.create` event for each response: a text frame with the fields of `POST /responses` " +
    'and `"type": "response.create"`. Its events arrive as text frames. With `previous_response_id`, an event ' +
    "continues the latest response of the connection and needs only the new input. Requests with the same " +
    "`stream_id` run one after the other. Limits, guardrails and costs apply to each event as to a request. A " +
    "connection is closed after 60 minutes.",
  status: 101,
  errors: [400, 401, 403, 405, 426, 429, 500],
});

export const responseEndpoints = [createResponse, connectResponses, countInputTokens] as const;
