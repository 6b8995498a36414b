/**
 * Providers by the prefixes that other gateways use for them in model names, where these differ from our ids: LiteLLM's
 * (https://docs.litellm.ai/docs/providers), and those of Vercel's gateway (`GatewayModelId` of `@ai-sdk/gateway`).
 */
export const PROVIDER_PREFIXES: Record<string, string> = {
  azure_ai: "azure",
  bedrock: "amazon-bedrock",
  bfl: "black-forest-labs",
  dashscope: "alibaba",
  fireworks_ai: "fireworks",
  gemini: "google",
  jina_ai: "jina",
  meta_llama: "llama",
  moonshot: "moonshotai",
  nvidia_nim: "nvidia",
  together_ai: "together",
  vertex_ai: "google-vertex",
};

/** Authors by the names that other gateways use for them; in addition to those that providers use. */
export const AUTHOR_PREFIXES: Record<string, string> = {
  bfl: "black-forest-labs",
  spacexai: "x-ai",
  voyage: "voyageai",
};
