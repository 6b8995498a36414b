import { anthropic } from "../anthropic/anthropic.ts";
import { compatible } from "../compatible/compatible.ts";
import { openaiSpeak } from "../openai/audio/speak.ts";
import { openaiTranscribe } from "../openai/audio/transcribe.ts";
import { openaiTranslate } from "../openai/audio/translate.ts";
import { openai } from "../openai/openai.ts";
import type { Provider } from "../provider.ts";
import { azureBatches } from "./batches.ts";
import { azureCredential, RESOURCE } from "./credential.ts";
import { azureTransport } from "./transport.ts";

const own = {
  id: "azure",
  name: "Azure",
  baseUrl: `https://${RESOURCE}.openai.azure.com`,
  keyVariable: "AZURE_API_KEY",
  baseUrlVariable: "AZURE_BASE_URL",
  transport: azureTransport,
  structured: azureCredential,
  probe: { path: "/models", headers: () => ({}) },
} as const;

/**
 * OpenAI's models, with the operations that Azure serves under OpenAI's paths. It names speech models without a number
 * and reports no usage of speech; transcripts state their duration only in the verbose format.
 */
const openaiModels: Provider = {
  ...adapterWithout(openai, ["tokenCount", "moderate", "video", "instead"]),
  batches: azureBatches,
  speak: openaiSpeak({ defaultVoice: "alloy", billsCharacters: /^tts/ }),
  transcribe: openaiTranscribe({ givesTimes: /^whisper/, leastSeconds: 0 }),
  translate: openaiTranslate(/^whisper/),
};
const claude = adapterWithout(anthropic, ["tokenCount", "soldTiers", "batches"]);
/** Models of other makers speak only chat completions. */
const others = adapterWithout(compatible(own), ["modelList", "video", "speak", "transcribe"]);

/** Azure OpenAI and AI Foundry: one credential for models in three dialects. */
export const azure: Provider = {
  ...openaiModels,
  serving(model) {
    if (model.startsWith("claude")) return claude;
    return /^(gpt-(?!oss)|o\d|codex|text-embedding|dall-e|computer-use|model-router|tts|whisper)/.test(model)
      ? openaiModels
      : others;
  },
};

/** Returns an adapter as Azure serves it, without what Azure does not have. */
function adapterWithout(adapter: Provider, without: readonly (keyof Provider)[]): Provider {
  const kept = Object.fromEntries(
    Object.entries(adapter).filter(([name]) => !without.includes(name as keyof Provider)),
  );
  return { ...(kept as Provider), ...own };
}
