import { z } from "zod";
import { readDomainRule } from "../domain-rule.ts";
import { TOOL_PREFIX } from "../tool-prefix.ts";
import { settingsObject } from "./settings-object.ts";

/** The gateway's own tools, as `switchboard:<name>` in a request's `tools`. */
export const SERVER_TOOLS = [
  "datetime",
  "web_fetch",
  "web_search",
  "image_generation",
  "speech",
  "file_search",
] as const;
export type ServerToolName = (typeof SERVER_TOOLS)[number];

/** Tools that workspaces and guardrails can forbid. `mcp` means the tools of all MCP servers. */
export const RESTRICTABLE_TOOLS = [...SERVER_TOOLS, "code_interpreter", "mcp"] as const;

export const RestrictableTool = z
  .string()
  .refine((name) => RESTRICTABLE_TOOLS.some((tool) => tool === name.replace(TOOL_PREFIX, "")), {
    error: `must be one of ${RESTRICTABLE_TOOLS.join(", ")}`,
  });

export const domains = z
  .array(
    z
      .string()
      .min(1)
      .max(500)
      .refine((text) => readDomainRule(text) !== undefined, {
        error: "must be a domain such as example.com, *.example.com or example.com/docs",
      }),
  )
  .max(100)
  .optional();

export const WebFetchSettings = settingsObject({
  allowed_domains: domains,
  blocked_domains: domains,
  max_content_tokens: z.number().int().min(1).optional(),
  max_uses: z.number().int().min(1).optional(),
});

/** Search engines that the operator can set up, in the order in which one is chosen. */
export const SEARCH_ENGINES = ["exa", "tavily", "brave", "firecrawl", "parallel", "perplexity", "searxng"] as const;

/** The modes whose prices are known; the engines charge differently for others. */
const SEARCH_MODES = ["auto", "fast", "basic", "advanced"] as const;

const SearchMode = z
  .enum(SEARCH_MODES, { error: "must be auto or fast (Exa), or basic or advanced (Parallel)" })
  .optional()
  .describe("Search mode: `auto` or `fast` for Exa, `basic` or `advanced` for Parallel. Other engines ignore it.");

const engine = z
  .enum(["auto", "native", ...SEARCH_ENGINES])
  .optional()
  .describe("`native` uses the model provider's own search. `auto` prefers it to the gateway's search engines.");
const maxResults = z.number().int().min(1).max(25).optional().describe("Search engines return at most 10 results.");

export const WebSearchSettings = settingsObject({
  engine,
  max_results: maxResults,
  max_total_results: z.number().int().min(1).optional(),
  max_uses: z.number().int().min(1).optional(),
  allowed_domains: domains,
  excluded_domains: domains,
  search_context_size: z.enum(["low", "medium", "high"]).optional(),
  user_location: z.looseObject({}).nullish(),
  mode: SearchMode,
});

const ImageSettings = settingsObject({
  model: z.string().min(1).optional().describe("Defaults to the workspace's default image model."),
  aspect_ratio: z.string().max(20).optional(),
  background: z.enum(["auto", "transparent", "opaque"]).optional(),
  output_format: z.enum(["png", "jpeg", "webp", "svg"]).optional(),
  quality: z.string().max(20).optional(),
  resolution: z.string().max(20).optional(),
  size: z.string().max(20).optional(),
  max_uses: z.number().int().min(1).optional(),
});

const SpeechSettings = settingsObject({
  model: z.string().min(1),
  voice: z.string().min(1).optional(),
  speed: z.number().min(0.1).max(10).optional(),
  max_uses: z.number().int().min(1).optional(),
});

const FileSearchSettings = settingsObject({
  model: z.string().min(1).describe("Embedding model for the files and the queries"),
  max_results: z.number().int().min(1).max(20).optional(),
  file_ids: z.array(z.string().min(1)).max(100).optional().describe("Defaults to all files of the workspace."),
  max_uses: z.number().int().min(1).optional(),
});

/** The `parameters` of each tool. Unknown settings are rejected, since a misspelled one would have no effect. */
export const SERVER_TOOL_SETTINGS = {
  datetime: settingsObject({ timezone: z.string().min(1).max(64).optional() }),
  web_fetch: WebFetchSettings.refine((given) => !(given.allowed_domains && given.blocked_domains), {
    message: "allowed_domains cannot be combined with blocked_domains",
  }),
  web_search: WebSearchSettings,
  image_generation: ImageSettings,
  speech: SpeechSettings,
  file_search: FileSearchSettings,
} satisfies Record<ServerToolName, z.ZodType>;

const Condition = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("step_count_is"), step_count: z.number().int().min(1) }),
  z.strictObject({ type: z.literal("has_tool_call"), tool_name: z.string().min(1) }),
  z.strictObject({ type: z.literal("max_tokens_used"), max_tokens: z.number().int().min(1) }),
  z.strictObject({ type: z.literal("max_cost"), max_cost_in_dollars: z.number().positive() }),
  z.strictObject({ type: z.literal("finish_reason_is"), reason: z.string().min(1) }),
]);

export type StopCondition = z.output<typeof Condition>;

export const StopServerToolsWhen = z
  .array(Condition)
  .min(1)
  .nullish()
  .describe(
    "When to stop running server tools. Each condition is checked after a step, and any one of them ends the " +
      "response. After the first step, a step or tool that could exceed `max_cost` does not start. Overrides " +
      "`max_tool_calls`.",
  );

export const TOOLS_DESCRIPTION =
  "Your functions, tools of the provider, and server tools that the gateway runs for any model: " +
  `${SERVER_TOOLS.map((name) => `\`switchboard:${name}\``).join(", ")} (settings in \`parameters\`) and MCP servers (\`mcp\`, ` +
  "with a `server_url`, or with the slug of a registered server as its `server_label`).";
