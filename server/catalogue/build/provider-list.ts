/** One of our providers and the place of its prices in each source. */
export type ProviderRow = {
  id: string;
  /** Author of its own models in our ids. */
  author: string;
  /** Serves other authors' models. */
  hosts: boolean;
  modelsDev?: string;
  genaiPrices?: string;
  portkey?: string;
  /** Upstream names for which a stated price of zero is correct: the provider offers them for free. */
  free?: RegExp;
  /** Its names are ids like ours, in which `-turbo` or `-lite` is a part of the name. */
  listsPlainly?: true;
  /** A colon in its names precedes a size (`gpt-oss:120b`), not a variant. */
  tagsAreSizes?: true;
  /** The package's price list for this host is years old: usable for prices, but not for what is served. */
  isListStale?: true;
  /** The name in Portkey's file, if it differs from the model's. */
  portkeyName?(listed: string): string;
  /** A cloud's name of a model in the form `author/model:variant`, without the cloud's own spelling. */
  plainName?(listed: string): string;
  /** Names in its lists that its API does not accept. */
  skips?: RegExp;
  /** Names that its API accepts and a source prices, but that no list of models has. */
  unlisted?: readonly string[];
  /** The name that its API accepts, if the sources use another. */
  apiName?(listed: string): string;
};

const maker = (id: string, author: string, sources: Partial<ProviderRow>): ProviderRow => ({
  id,
  author,
  hosts: false,
  ...sources,
});
const host = (id: string, sources: Partial<ProviderRow>): ProviderRow => ({ id, author: id, hosts: true, ...sources });

/** Makers of models first, so that their names are known when hosts' spellings are looked up. */
export const PROVIDER_LIST: ProviderRow[] = [
  maker("openai", "openai", {
    modelsDev: "openai",
    genaiPrices: "openai",
    portkey: "openai",
    free: /^omni-moderation/,
  }),
  maker("anthropic", "anthropic", { modelsDev: "anthropic", genaiPrices: "anthropic", portkey: "anthropic" }),
  maker("google", "google", { modelsDev: "google", genaiPrices: "google", portkey: "google" }),
  maker("mistral", "mistralai", { modelsDev: "mistral", genaiPrices: "mistral", portkey: "mistral-ai" }),
  maker("deepseek", "deepseek", { modelsDev: "deepseek", genaiPrices: "deepseek", portkey: "deepseek" }),
  maker("xai", "x-ai", { modelsDev: "xai", genaiPrices: "x-ai", portkey: "x-ai" }),
  maker("cohere", "cohere", { modelsDev: "cohere", genaiPrices: "cohere", portkey: "cohere" }),
  maker("perplexity", "perplexity", { modelsDev: "perplexity", genaiPrices: "perplexity", portkey: "perplexity-ai" }),
  // Its list of models names other makers' too, which these sell themselves.
  maker("perplexity-agent", "perplexity", { unlisted: ["perplexity/sonar"] }),
  maker("moonshotai", "moonshotai", { modelsDev: "moonshotai", genaiPrices: "moonshotai", portkey: "moonshot" }),
  maker("zai", "z-ai", { modelsDev: "zai", genaiPrices: "zai", portkey: "z-ai", free: /-flash$/ }),
  maker("zhipuai", "z-ai", { modelsDev: "zhipuai", genaiPrices: "zhipuai", portkey: "zhipu", free: /-flash$/ }),
  maker("minimax", "minimax", { modelsDev: "minimax", genaiPrices: "minimax", portkey: "minimax" }),
  maker("alibaba", "qwen", { modelsDev: "alibaba", portkey: "dashscope" }),
  maker("stepfun", "stepfun", { modelsDev: "stepfun" }),
  maker("xiaomi", "xiaomi", { modelsDev: "xiaomi" }),
  maker("inception", "inception", { modelsDev: "inception" }),
  maker("upstage", "upstage", { modelsDev: "upstage" }),
  maker("morph", "morph", { modelsDev: "morph" }),
  maker("poolside", "poolside", { modelsDev: "poolside" }),
  maker("llama", "meta-llama", { modelsDev: "llama", free: /./ }),
  maker("arcee", "arcee-ai", { genaiPrices: "arcee" }),
  maker("elevenlabs", "elevenlabs", {}),
  maker("deepgram", "deepgram", {
    portkey: "deepgram",
    // It lists each voice of a model as a model; all voices of one model cost the same.
    portkeyName: (model) => ({ aura: "aura-asteria-en", "aura-2": "aura-2-thalia-en" })[model] ?? model,
  }),
  maker("black-forest-labs", "black-forest-labs", {}),
  maker("voyage", "voyageai", { genaiPrices: "voyageai" }),
  maker("jina", "jinaai", { portkey: "jina" }),
  host("openrouter", {
    listsPlainly: true,
    modelsDev: "openrouter",
    genaiPrices: "openrouter",
    portkey: "openrouter",
    free: /:free$|^openrouter\/free$/,
  }),
  host("groq", { modelsDev: "groq", genaiPrices: "groq", portkey: "groq" }),
  host("together", { modelsDev: "togetherai", genaiPrices: "together", portkey: "together-ai", isListStale: true }),
  host("fireworks", {
    modelsDev: "fireworks-ai",
    genaiPrices: "fireworks",
    portkey: "fireworks-ai",
    apiName: (listed) => (listed.includes("/") ? listed : `accounts/fireworks/models/${listed}`),
  }),
  host("cerebras", { modelsDev: "cerebras", genaiPrices: "cerebras", portkey: "cerebras" }),
  host("deepinfra", { modelsDev: "deepinfra", portkey: "deepinfra" }),
  host("novita", { modelsDev: "novita-ai", genaiPrices: "novita", portkey: "novita-ai", isListStale: true }),
  host("nebius", { modelsDev: "nebius", genaiPrices: "huggingface_nebius", portkey: "nebius" }),
  host("nvidia", { modelsDev: "nvidia", free: /./ }),
  host("sambanova", {
    genaiPrices: "huggingface_sambanova",
    apiName: (listed) => (listed.split("/").at(-1) as string).replace(/^Llama-(?!.*Swallow)/, "Meta-Llama-"),
  }),
  host("hyperbolic", { genaiPrices: "huggingface_hyperbolic" }),
  host("siliconflow", { modelsDev: "siliconflow" }),
  host("baseten", { modelsDev: "baseten", genaiPrices: "baseten" }),
  host("wandb", { modelsDev: "wandb" }),
  host("huggingface", { modelsDev: "huggingface" }),
  host("scaleway", { modelsDev: "scaleway" }),
  host("ovhcloud", { modelsDev: "ovhcloud", genaiPrices: "ovhcloud" }),
  host("friendli", { modelsDev: "friendli" }),
  host("digitalocean", { modelsDev: "digitalocean" }),
  host("github-models", { modelsDev: "github-models", free: /./ }),
  host("ollama-cloud", { modelsDev: "ollama-cloud", tagsAreSizes: true }),
  host("vultr", { modelsDev: "vultr" }),
  host("amazon-bedrock", {
    modelsDev: "amazon-bedrock",
    genaiPrices: "aws",
    portkey: "bedrock",
    // Claude and GPT are called through profiles only; the others are at another address (Bedrock Mantle).
    skips: /^(anthropic|regional)\.|^openai\.gpt-(5|oss-safeguard|oss-\d+b$)|^xai\.|sonic|titan-(?!embed-text)/,
    unlisted: ["sol", "terra", "luna"].flatMap((name) => [
      `us.openai.gpt-5.6-${name}`,
      `global.openai.gpt-5.6-${name}`,
    ]),
    plainName: bedrockName,
  }),
  host("google-vertex", {
    modelsDev: "google-vertex",
    portkey: "vertex-ai",
    skips: /-latest$/,
    // models.dev lists none of its models that draw.
    unlisted: ["gemini-3-pro-image", "gemini-3.1-flash-image", "gemini-3.1-flash-lite-image"],
    plainName: (listed) =>
      listed
        .replace(/-maas$/, "")
        .replace(/^(gemini-.+)-customtools$/, "google/$1-customtools")
        .replace(/^(text-(?:multilingual-)?embedding-\d+)$/, "google/$1"),
    portkeyName: (model) => model.split("/").at(-1) as string,
  }),
  host("azure", {
    modelsDev: "azure",
    genaiPrices: "azure",
    portkey: "azure-openai",
    plainName: (listed) =>
      listed
        .replace(/^codex-/, "openai/codex-")
        .replace(/^(tts(?:-hd)?|whisper)$/, (name) => `openai/${AZURE_AUDIO[name]}`)
        .replace(/^cohere-embed-v-4-0$/, "cohere/embed-v4.0")
        .replace(/^cohere-embed-v3-(english|multilingual)$/, "cohere/embed-$1-v3.0")
        .replace(/^(grok-4)-(1|20)-/, "$1.$2-"),
  }),
];

/** Azure names OpenAI's first audio models without their number. */
const AZURE_AUDIO: Record<string, string> = { tts: "tts-1", "tts-hd": "tts-1-hd", whisper: "whisper-1" };

/** `eu.anthropic.claude-haiku-4-5-20251001-v1:0` is `anthropic/claude-haiku-4-5-20251001:eu`. */
function bedrockName(listed: string): string {
  const [, profile, author = "", rest = ""] =
    /^(?:(us-gov|us|eu|apac|jp|au|ca|global)\.)?([a-z0-9]+)\.(.+)$/.exec(listed) ?? [];
  const model = rest
    .replace(/-v\d+:\d+$|-v1$|-\d:\d$|:\d+$/, "")
    .replace(/^llama(\d)-(\d)-/, "llama-$1.$2-")
    .replace(/^llama(\d)-/, "llama-$1-");
  const name = BEDROCK_NAMES[rest] ?? BEDROCK_NAMES[model] ?? (author === "amazon" ? `${model}-v1` : model);
  return `${author}/${name}${profile ? `:${profile}` : ""}`;
}

const BEDROCK_NAMES: Record<string, string> = {
  "v3-v1:0": "deepseek-chat-v3.1",
  "v3.2": "deepseek-v3.2",
  r1: "deepseek-r1",
  "titan-embed-text-v2:0": "titan-embed-text-v2",
  "embed-english-v3": "embed-english-v3.0",
  "embed-multilingual-v3": "embed-multilingual-v3.0",
  "embed-v4:0": "embed-v4.0",
  "rerank-v3-5:0": "rerank-v3.5",
  "sd3-5-large-v1:0": "stable-diffusion-3.5-large",
  "llama-4-maverick-17b-instruct": "llama-4-maverick",
  "llama-4-scout-17b-instruct": "llama-4-scout",
  "mistral-large-3-675b-instruct": "mistral-large-2512",
  "ministral-3-3b-instruct": "ministral-3b-2512",
  "ministral-3-8b-instruct": "ministral-8b-2512",
  "ministral-3-14b-instruct": "ministral-14b-2512",
};
