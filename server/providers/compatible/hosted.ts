import { openaiBatches } from "../openai/batches/batches.ts";
import { openaiImage } from "../openai/image.ts";
import type { Provider } from "../provider.ts";
import { mistralToolIds } from "../requests/tool-ids.ts";
import { xaiImage } from "../xai/image.ts";
import { xaiResponses } from "../xai/responses.ts";
import { xaiVideo } from "../xai/video.ts";
import { type CompatibleUpstream, compatible } from "./compatible.ts";
import { mistralBatches } from "./mistral-batches.ts";
import { hostedMessages, hostedResponses } from "./other-dialects.ts";
import { perplexityUsage, searchContext } from "./perplexity-usage.ts";
import { deepseekCompletions, mistralCompletions, openrouterCompletions, textCompletions } from "./text-completions.ts";

type Quirks = Pick<
  CompatibleUpstream,
  | "takesStreamOptions"
  | "toolIds"
  | "takesJsonSchema"
  | "usage"
  | "otherDialects"
  | "takesReasoningDetails"
  | "probePath"
  | "embed"
  | "rerank"
  | "speak"
  | "transcribe"
  | "translates"
>;

/** Hosted vendors: id, name, documented base URL, and the prefix of their environment variables. */
export const hosted: Provider[] = [
  // OpenRouter lists its models without a key.
  {
    ...vendor("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER", {
      probePath: "/key",
      takesReasoningDetails: true,
      otherDialects: {
        responses: hostedResponses,
        messages: hostedMessages("/messages"),
        completions: openrouterCompletions,
      },
      embed: { takesParts: true, takesInputType: true },
      rerank: { documents: (documents) => documents },
    }),
    soldTiers: ["flex", "priority"],
  },
  // Groq returns speech only as WAV. It bills audio by duration, at least ten seconds, and reports the duration only in
  // verbose responses. Its flex tier has other limits but the same prices
  // (https://console.groq.com/docs/flex-processing).
  {
    ...vendor("groq", "Groq", "https://api.groq.com/openai/v1", "GROQ", {
      speak: { defaultVoice: "autumn", billsCharacters: /./, onlyWav: true },
      transcribe: { leastSeconds: 10 },
      // Its turbo model only transcribes (https://console.groq.com/docs/speech-to-text).
      translates: /^whisper-large-v3$/,
    }),
    // Only for some models, which have batch prices (https://console.groq.com/docs/batch). Its lists take no parameters
    // (https://console.groq.com/docs/api-reference#batches).
    batches: openaiBatches({ paths: { chat: "/v1/chat/completions" }, listsAll: true }),
    soldTiers: ["batch"],
  },
  // Mistral responds with 422 to `stream_options` and always sends usage with the last chunk.
  {
    ...vendor("mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL", {
      takesStreamOptions: false,
      toolIds: mistralToolIds,
      embed: { dimensionsField: "output_dimension", takesUser: false },
      otherDialects: { completions: mistralCompletions },
    }),
    batches: mistralBatches,
    soldTiers: ["batch"],
  },
  // Its compatibility table lists no server tools (https://api-docs.deepseek.com/guides/anthropic_api).
  vendor("deepseek", "DeepSeek", "https://api.deepseek.com", "DEEPSEEK", {
    takesJsonSchema: false,
    otherDialects: {
      messages: hostedMessages("/anthropic/v1/messages", { lacksWebSearch: true }),
      completions: deepseekCompletions,
    },
  }),
  // Its chat completions have no field for encrypted reasoning and are deprecated, as is its Messages API
  // (https://docs.x.ai/developers/rest-api-reference/inference/legacy).
  {
    ...vendor("xai", "xAI", "https://api.x.ai/v1", "XAI", { otherDialects: { responses: xaiResponses } }),
    image: xaiImage,
    video: xaiVideo,
  },
  vendor("together", "Together", "https://api.together.xyz/v1", "TOGETHER", {
    rerank: {},
    translates: /whisper/,
    otherDialects: { completions: textCompletions() },
  }),
  {
    ...vendor("fireworks", "Fireworks", "https://api.fireworks.ai/inference/v1", "FIREWORKS", {
      rerank: {},
      otherDialects: { completions: textCompletions() },
    }),
    soldTiers: ["priority"],
  },
  vendor("cerebras", "Cerebras", "https://api.cerebras.ai/v1", "CEREBRAS"),
  {
    ...vendor("perplexity", "Perplexity", "https://api.perplexity.ai", "PERPLEXITY", {
      takesStreamOptions: false,
      usage: perplexityUsage,
    }),
    textVariant: searchContext,
  },
  vendor("moonshotai", "Moonshot AI", "https://api.moonshot.ai/v1", "MOONSHOT", { takesJsonSchema: false }),
  vendor("nvidia", "NVIDIA", "https://integrate.api.nvidia.com/v1", "NVIDIA", { embed: { takesInputType: true } }),
  vendor("deepinfra", "DeepInfra", "https://api.deepinfra.com/v1/openai", "DEEPINFRA", {
    translates: /whisper/,
    otherDialects: { completions: textCompletions() },
  }),
  vendor("novita", "Novita", "https://api.novita.ai/openai", "NOVITA"),
  vendor("nebius", "Nebius", "https://api.tokenfactory.nebius.com/v1", "NEBIUS"),
  vendor("sambanova", "SambaNova", "https://api.sambanova.ai/v1", "SAMBANOVA"),
  vendor("hyperbolic", "Hyperbolic", "https://api.hyperbolic.xyz/v1", "HYPERBOLIC"),
  vendor("minimax", "MiniMax", "https://api.minimax.io/v1", "MINIMAX", { takesJsonSchema: false }),
  vendor("alibaba", "Alibaba", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "DASHSCOPE"),
  vendor("arcee", "Arcee", "https://api.arcee.ai/api/v1", "ARCEE"),
  vendor("baseten", "Baseten", "https://inference.baseten.co/v1", "BASETEN"),
  {
    ...vendor("digitalocean", "DigitalOcean", "https://inference.do-ai.run/v1", "DIGITALOCEAN"),
    image: openaiImage({ maxReferences: 0, streams: false }),
  },
  vendor("friendli", "Friendli", "https://api.friendli.ai/serverless/v1", "FRIENDLI"),
  vendor("github-models", "GitHub Models", "https://models.github.ai/inference", "GITHUB_MODELS"),
  vendor("huggingface", "Hugging Face", "https://router.huggingface.co/v1", "HUGGINGFACE"),
  vendor("inception", "Inception", "https://api.inceptionlabs.ai/v1", "INCEPTION"),
  vendor("llama", "Llama API", "https://api.llama.com/compat/v1", "LLAMA"),
  vendor("morph", "Morph", "https://api.morphllm.com/v1", "MORPH"),
  vendor("ollama-cloud", "Ollama Cloud", "https://ollama.com/v1", "OLLAMA_CLOUD"),
  vendor("ovhcloud", "OVHcloud", "https://oai.endpoints.kepler.ai.cloud.ovh.net/v1", "OVHCLOUD"),
  vendor("poolside", "Poolside", "https://inference.poolside.ai/v1", "POOLSIDE"),
  vendor("scaleway", "Scaleway", "https://api.scaleway.ai/v1", "SCALEWAY"),
  vendor("siliconflow", "SiliconFlow", "https://api.siliconflow.com/v1", "SILICONFLOW", { rerank: {} }),
  vendor("stepfun", "StepFun", "https://api.stepfun.com/v1", "STEPFUN"),
  vendor("upstage", "Upstage", "https://api.upstage.ai/v1/solar", "UPSTAGE"),
  vendor("vultr", "Vultr", "https://api.vultrinference.com/v1", "VULTR"),
  vendor("wandb", "Weights & Biases", "https://api.inference.wandb.ai/v1", "WANDB"),
  vendor("xiaomi", "Xiaomi", "https://api.xiaomimimo.com/v1", "XIAOMI"),
  // Two vendors of one company, with separate keys.
  vendor("zai", "Z.AI", "https://api.z.ai/api/paas/v4", "ZAI", { takesJsonSchema: false }),
  vendor("zhipuai", "Zhipu AI", "https://open.bigmodel.cn/api/paas/v4", "ZHIPU", { takesJsonSchema: false }),
];

function vendor(id: string, name: string, baseUrl: string, prefix: string, quirks: Quirks = {}): Provider {
  const variables = { keyVariable: `${prefix}_API_KEY`, baseUrlVariable: `${prefix}_BASE_URL` };
  return compatible({ id, name, baseUrl, ...variables, ...quirks });
}
