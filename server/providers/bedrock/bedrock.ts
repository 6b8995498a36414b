import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { anthropic } from "../anthropic/anthropic.ts";
import { bedrockBetas } from "../anthropic/cloud-betas.ts";
import { cloudRules } from "../anthropic/cloud-rules.ts";
import { lacksInCloud } from "../anthropic/fit-body.ts";
import { fitSystemPrompt } from "../anthropic/fit-system.ts";
import type { Block } from "../exchange/json.ts";
import { block, list } from "../exchange/json.ts";
import type { Provider } from "../provider.ts";
import { rejectsLackOfSchema, rejectsOtherThanObjects } from "../requests/rejected-format.ts";
import { openaiToolNames } from "../requests/tool-names.ts";
import { usageFrom } from "../usage/neutral-usage.ts";
import { count, withoutZeros } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";
import { bedrockCredential, callsArn, REGION } from "./credential.ts";
import { bedrockEmbed } from "./embed.ts";
import { asksForMore, GPT, gptText } from "./gpt.ts";
import { bedrockImage } from "./image.ts";
import { mantleAdapters } from "./mantle.ts";
import { isAtMantle } from "./mantle-models.ts";
import { needsConverse, OPEN_WEIGHT, openWeightChat } from "./open-weight.ts";
import { bedrockRerank } from "./rerank.ts";
import { converseTransport, gptTransport, messagesTransport, openWeightTransport } from "./transport.ts";

const own = {
  id: "amazon-bedrock",
  name: "Amazon Bedrock",
  baseUrl: `https://bedrock-runtime.${REGION}.amazonaws.com`,
  keyVariable: "AWS_BEARER_TOKEN_BEDROCK",
  baseUrlVariable: "BEDROCK_BASE_URL",
  structured: bedrockCredential,
  probe: { path: "/foundation-models", headers: () => ({}) },
} as const;

const { tokenCount: _, soldTiers: __, native, ...messages } = anthropic;
/**
 * Claude loads URLs only at Anthropic itself and at Azure: https://platform.claude.com/docs/en/build-with-claude/vision
 */
const claude: Provider = {
  ...messages,
  ...own,
  transport: messagesTransport,
  needsContent: true,
  // https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html: not yet for later models
  ...cloudRules((model) => /claude-(?:sonnet-4-5|opus-4-[56])/.test(model)),
};
// Of Anthropic's server tools, Bedrock has no web search.
if (native?.messages)
  claude.native = {
    messages: { ...native.messages, betas: bedrockBetas, lacks: lacksInCloud, lacksWebSearch: true },
  };

/** Each has its own prices: https://docs.aws.amazon.com/bedrock/latest/userguide/service-tiers-inference.html */
const TIERS = ["flex", "priority", "reserved"];

const converse: Provider = {
  ...own,
  transport: converseTransport,
  soldTiers: TIERS,
  takesCallValues: true,
  // https://docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html
  callsNeedTools: true,
  // The package sends only reasoning with a signature of Claude, whose models are not called through Converse.
  omitsReasoning: true,
  textObjectSchemas: true,
  textToolNames: openaiToolNames,
  // The package ignores a format without a schema, and makes a tool of any other.
  rejectsFormat: (model, format) => rejectsLackOfSchema(model, format) ?? rejectsOtherThanObjects(model, format),
  fitText(options, _model, notes) {
    options.prompt = fitSystemPrompt(options.prompt, false, notes);
    dropUnknownChoice(options, notes);
  },
  async text({ model, baseUrl, fetch }) {
    const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
    // The transport replaces the key; without one, the package would look for credentials itself.
    return createAmazonBedrock({ apiKey: "unused", region: "unused", baseURL: baseUrl, fetch }).languageModel(model);
  },
  textOptions: {
    service_tier: (tier) => (["default", ...TIERS].includes(String(tier)) ? { serviceTier: tier } : undefined),
  },
  textUsage: usageFrom(converseUsage),
  embed: bedrockEmbed,
  rerank: bedrockRerank,
  image: bedrockImage,
};

/** Other dialects are converted to Converse, which names the reasoning apart. */
const openWeight: Provider = {
  ...converse,
  transport: openWeightTransport,
  native: { chat: openWeightChat },
  instead: (request) => (request.dialect === "chat" && needsConverse(request) ? converse : undefined),
};

const gpt: Provider = {
  ...own,
  ...gptText({ hasWebSearch: false }),
  transport: gptTransport,
  needsContent: true,
  soldTiers: TIERS,
};
const { native: ___, ...gptConverted } = gpt;
/** The Responses API rejects ARNs, which Converse accepts. */
gpt.instead = (request) => {
  if (callsArn(request.credential, request.model)) return converse;
  return asksForMore(request) ? gptConverted : undefined;
};

const mantle = mantleAdapters({ ...own, soldTiers: TIERS });

/** Amazon Bedrock: the models of Anthropic and OpenAI in their own wire formats, other text through Converse. */
export const bedrock: Provider = {
  ...converse,
  serving(model) {
    if (/^(?:[a-z-]+\.)?anthropic\./.test(model)) return claude;
    if (isAtMantle(model)) return mantle(model);
    if (OPEN_WEIGHT.test(model)) return openWeight;
    return GPT.test(model) ? gpt : converse;
  },
};

/** The package would send no tools at all. */
function dropUnknownChoice(options: LanguageModelV4CallOptions, notes: string[]): void {
  const { tools = [], toolChoice } = options;
  if (toolChoice?.type !== "tool" || tools.some(({ name }) => name === toolChoice.toolName)) return;
  delete options.toolChoice;
  notes.push("tool_choice: dropped (there is no such tool)");
}

/** Reads Converse's `usage`, whose counts are disjoint: TokenUsage in the API reference. */
function converseUsage(raw: Block): Usage {
  const writes = list(raw.cacheDetails).map(block);
  const hour = writes.reduce((sum, { ttl, inputTokens }) => sum + (ttl === "1h" ? count(inputTokens) : 0), 0);
  return withoutZeros({
    input_tokens: count(raw.inputTokens),
    cache_read_tokens: count(raw.cacheReadInputTokens),
    cache_write_tokens: Math.max(0, count(raw.cacheWriteInputTokens) - hour),
    cache_write_1h_tokens: hour,
    output_tokens: count(raw.outputTokens),
  });
}
