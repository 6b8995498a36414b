import { withMaxTokens } from "../anthropic/prepare.ts";
import { openaiBatches } from "../openai/batches/batches.ts";
import { openaiImage } from "../openai/image.ts";
import type { Provider } from "../provider.ts";
import { mistralToolIds } from "../requests/tool-ids.ts";
import { withChatEffort } from "../xai/efforts.ts";
import { xaiImage } from "../xai/image.ts";
import { xaiLacks } from "../xai/lacks.ts";
import { xaiResponses } from "../xai/responses.ts";
import { xaiVideo } from "../xai/video.ts";
import { type CompatibleUpstream, compatible } from "./compatible.ts";
import { mistralBatches } from "./mistral-batches.ts";
import { moonshotChat, moonshotToolNames, prepareForMoonshot } from "./moonshot.ts";
import { hostedMessages, hostedResponses } from "./other-dialects.ts";
import { perplexityUsage, searchContext } from "./perplexity-usage.ts";
import { withRequiredThinking } from "./required-reasoning.ts";
import {
  cerebrasChat,
  groqChat,
  mistralChat,
  prepareForCerebras,
  prepareForGroq,
  prepareForMistral,
} from "./strict-fields.ts";
import { deepseekCompletions, mistralCompletions, openrouterCompletions, textCompletions } from "./text-completions.ts";
import {
  glm,
  prepareForAlibaba,
  prepareForDeepseek,
  prepareForMinimax,
  prepareForXiaomi,
  STREAMING_QWEN,
} from "./thinking-providers.ts";

type Quirks = Pick<
  CompatibleUpstream,
  | "takesStreamOptions"
  | "toolIds"
  | "toolNames"
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
  | "chat"
  | "prepareChat"
>;

/** Hosted providers: id, name, documented base URL, and the prefix of their environment variables. */
export const hosted: Provider[] = [
  // OpenRouter lists its models without a key.
  {
    ...hostedProvider("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER", {
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
    ...hostedProvider("groq", "Groq", "https://api.groq.com/openai/v1", "GROQ", {
      chat: groqChat,
      prepareChat: prepareForGroq,
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
    ...hostedProvider("mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL", {
      takesStreamOptions: false,
      chat: mistralChat,
      prepareChat: prepareForMistral,
      toolIds: mistralToolIds,
      embed: { dimensionsField: "output_dimension", takesUser: false },
      otherDialects: { completions: mistralCompletions },
    }),
    batches: mistralBatches,
    soldTiers: ["batch"],
  },
  // Its compatibility table lists no server tools (https://api-docs.deepseek.com/guides/anthropic_api).
  hostedProvider("deepseek", "DeepSeek", "https://api.deepseek.com", "DEEPSEEK", {
    takesJsonSchema: false,
    chat: { extensions: [] },
    prepareChat: prepareForDeepseek,
    otherDialects: {
      messages: hostedMessages("/anthropic/v1/messages", {
        lacksWebSearch: true,
        prepare: (body) => withRequiredThinking(withMaxTokens(body)),
      }),
      completions: deepseekCompletions,
    },
  }),
  // Its chat completions have no field for encrypted reasoning and are deprecated, as is its Messages API
  // (https://docs.x.ai/developers/rest-api-reference/inference/legacy).
  {
    ...hostedProvider("xai", "xAI", "https://api.x.ai/v1", "XAI", {
      chat: { extensions: [], lacks: xaiLacks },
      prepareChat: withChatEffort,
      otherDialects: { responses: xaiResponses },
    }),
    image: xaiImage,
    video: xaiVideo,
  },
  hostedProvider("together", "Together", "https://api.together.xyz/v1", "TOGETHER", {
    rerank: {},
    translates: /whisper/,
    otherDialects: { completions: textCompletions() },
  }),
  {
    ...hostedProvider("fireworks", "Fireworks", "https://api.fireworks.ai/inference/v1", "FIREWORKS", {
      rerank: {},
      otherDialects: { completions: textCompletions() },
    }),
    soldTiers: ["priority"],
  },
  hostedProvider("cerebras", "Cerebras", "https://api.cerebras.ai/v1", "CEREBRAS", {
    chat: cerebrasChat,
    prepareChat: prepareForCerebras,
  }),
  {
    ...hostedProvider("perplexity", "Perplexity", "https://api.perplexity.ai", "PERPLEXITY", {
      takesStreamOptions: false,
      usage: perplexityUsage,
    }),
    textVariant: searchContext,
  },
  {
    ...hostedProvider("moonshotai", "Moonshot AI", "https://api.moonshot.ai/v1", "MOONSHOT", {
      chat: moonshotChat,
      toolNames: moonshotToolNames,
      prepareChat: prepareForMoonshot,
    }),
    // It takes images only as data (https://platform.kimi.ai/docs/guide/use-kimi-vision-model).
    needsContent: true,
  },
  hostedProvider("nvidia", "NVIDIA", "https://integrate.api.nvidia.com/v1", "NVIDIA", {
    embed: { takesInputType: true },
  }),
  hostedProvider("deepinfra", "DeepInfra", "https://api.deepinfra.com/v1/openai", "DEEPINFRA", {
    translates: /whisper/,
    otherDialects: { completions: textCompletions() },
  }),
  hostedProvider("novita", "Novita", "https://api.novita.ai/openai", "NOVITA"),
  hostedProvider("nebius", "Nebius", "https://api.tokenfactory.nebius.com/v1", "NEBIUS"),
  hostedProvider("sambanova", "SambaNova", "https://api.sambanova.ai/v1", "SAMBANOVA"),
  hostedProvider("hyperbolic", "Hyperbolic", "https://api.hyperbolic.xyz/v1", "HYPERBOLIC"),
  hostedProvider("minimax", "MiniMax", "https://api.minimax.io/v1", "MINIMAX", {
    takesJsonSchema: false,
    prepareChat: prepareForMinimax,
  }),
  // It caches what is marked (https://www.alibabacloud.com/help/en/model-studio/context-cache).
  hostedProvider("alibaba", "Alibaba", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "DASHSCOPE", {
    chat: { extensions: ["top_k", "repetition_penalty", "cache_control"], onlyStreams: STREAMING_QWEN },
    prepareChat: prepareForAlibaba,
  }),
  hostedProvider("arcee", "Arcee", "https://api.arcee.ai/api/v1", "ARCEE"),
  hostedProvider("baseten", "Baseten", "https://inference.baseten.co/v1", "BASETEN"),
  {
    ...hostedProvider("digitalocean", "DigitalOcean", "https://inference.do-ai.run/v1", "DIGITALOCEAN"),
    image: openaiImage({ maxReferences: 0, streams: false }),
  },
  hostedProvider("friendli", "Friendli", "https://api.friendli.ai/serverless/v1", "FRIENDLI"),
  hostedProvider("github-models", "GitHub Models", "https://models.github.ai/inference", "GITHUB_MODELS"),
  hostedProvider("huggingface", "Hugging Face", "https://router.huggingface.co/v1", "HUGGINGFACE"),
  hostedProvider("inception", "Inception", "https://api.inceptionlabs.ai/v1", "INCEPTION"),
  hostedProvider("llama", "Llama API", "https://api.llama.com/compat/v1", "LLAMA"),
  hostedProvider("morph", "Morph", "https://api.morphllm.com/v1", "MORPH"),
  { ...hostedProvider("ollama-cloud", "Ollama Cloud", "https://ollama.com/v1", "OLLAMA_CLOUD"), needsContent: true },
  hostedProvider("ovhcloud", "OVHcloud", "https://oai.endpoints.kepler.ai.cloud.ovh.net/v1", "OVHCLOUD"),
  hostedProvider("poolside", "Poolside", "https://inference.poolside.ai/v1", "POOLSIDE"),
  hostedProvider("scaleway", "Scaleway", "https://api.scaleway.ai/v1", "SCALEWAY"),
  hostedProvider("siliconflow", "SiliconFlow", "https://api.siliconflow.com/v1", "SILICONFLOW", { rerank: {} }),
  hostedProvider("stepfun", "StepFun", "https://api.stepfun.com/v1", "STEPFUN"),
  hostedProvider("upstage", "Upstage", "https://api.upstage.ai/v1/solar", "UPSTAGE"),
  hostedProvider("vultr", "Vultr", "https://api.vultrinference.com/v1", "VULTR"),
  hostedProvider("wandb", "Weights & Biases", "https://api.inference.wandb.ai/v1", "WANDB"),
  hostedProvider("xiaomi", "Xiaomi", "https://api.xiaomimimo.com/v1", "XIAOMI", { prepareChat: prepareForXiaomi }),
  // Two providers of one company, with separate keys.
  hostedProvider("zai", "Z.AI", "https://api.z.ai/api/paas/v4", "ZAI", glm),
  hostedProvider("zhipuai", "Zhipu AI", "https://open.bigmodel.cn/api/paas/v4", "ZHIPU", glm),
];

function hostedProvider(id: string, name: string, baseUrl: string, prefix: string, quirks: Quirks = {}): Provider {
  const variables = { keyVariable: `${prefix}_API_KEY`, baseUrlVariable: `${prefix}_BASE_URL` };
  return compatible({ id, name, baseUrl, ...variables, checksToolNames: true, ...quirks });
}
