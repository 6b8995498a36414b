import { z } from "zod";
import { MODEL_CALL_ERRORS } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Plugins } from "./plugins.ts";
import { callExtras, NAME_ENDINGS, PresetName, ProviderRouting, ResponseCaching } from "./routing.ts";
import { StopServerToolsWhen, TOOLS_DESCRIPTION } from "./server-tools.ts";

export const MessagesRequest = z
  .looseObject({
    model: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Model ID, e.g. `anthropic/claude-sonnet-4.5`. Defaults to the workspace's default text model. " +
          `${NAME_ENDINGS}`,
      ),
    messages: z.array(z.looseObject({ role: z.enum(["user", "assistant", "system"]) })).nullable(),
    system: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    stream: z.boolean().nullish(),
    temperature: z.number().nullish(),
    top_k: z.number().int().nullish(),
    top_p: z.number().nullish(),
    stop_sequences: z.array(z.string()).nullish(),
    metadata: z.looseObject({}).nullish(),
    thinking: z.looseObject({ type: z.string() }).nullish(),
    tool_choice: z.looseObject({ type: z.string() }).nullish(),
    mcp_servers: z
      .array(z.looseObject({ name: z.string(), url: z.string().nullish() }))
      .nullish()
      .describe(
        "MCP servers whose tools the model may call. The gateway calls them unless the provider does. Without a `url`, " +
          "or with `switchboard:<slug>`, the entry names a server that the workspace has registered.",
      ),
    tools: z.array(z.looseObject({})).nullish().describe(TOOLS_DESCRIPTION),
    context_management: z.looseObject({}).nullish(),
    service_tier: z.string().nullish(),
    models: z.array(z.string().min(1)).nullish(),
    fallbacks: z
      .array(z.strictObject({ model: z.string().min(1) }))
      .max(3)
      .nullish(),
    provider: ProviderRouting.nullish(),
    preset: PresetName,
    plugins: Plugins,
    route: z
      .enum(["fallback", "sort"])
      .nullish()
      .describe("Deprecated: `fallback` equals `provider.sort.partition` `model`, `sort` equals `none`"),
    cache_control: z.looseObject({ type: z.literal("ephemeral") }).nullish(),
    output_config: z.looseObject({}).nullish(),
    speed: z.enum(["fast", "standard"]).nullish(),
    stop_server_tools_when: StopServerToolsWhen,
    cache: ResponseCaching,
    ...callExtras,
  })
  .refine((body) => !(body.fallbacks && body.models), {
    message: "fallbacks cannot be combined with models",
    path: ["fallbacks"],
  })
  .meta({ id: "MessagesRequest" });

export const createMessage = endpoint({
  id: "createMessage",
  resource: "generations",
  method: "POST",
  path: "/messages",
  roles: "everyone",
  access: "key",
  summary: "Create a message",
  description: "Compatible with Anthropic's Messages API.",
  relaysTexts: true,
  largeBody: true,
  body: MessagesRequest,
  response: z.looseObject({ id: z.string(), type: z.literal("message"), role: z.literal("assistant") }),
  produces: ["json", "sse"],
  errors: MODEL_CALL_ERRORS,
});

export const countTokens = endpoint({
  id: "countTokens",
  resource: "generations",
  method: "POST",
  path: "/messages/count_tokens",
  roles: "everyone",
  access: "key",
  summary: "Count input tokens",
  relaysTexts: true,
  largeBody: true,
  body: MessagesRequest,
  response: z.object({ input_tokens: z.number().int() }),
  errors: [400, 401, 403, 404, 405, 413, 422, 429, 500],
  description:
    "Returns the token count from the provider that would serve the request. Anthropic, Google and " +
    "OpenAI support counting, also for requests that are converted to their format. If the provider " +
    "does not support it or fails, the count is an estimate and the response has the header " +
    "`x-token-count: estimated`. Counting is free.",
});
