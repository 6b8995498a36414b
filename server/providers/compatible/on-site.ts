import { openaiTranslate } from "../openai/audio/translate.ts";
import type { Provider } from "../provider.ts";
import { compatible } from "./compatible.ts";
import { textCompletions } from "./text-completions.ts";

/** Self-hosted model servers, each at its default port. */
export const onSite: Provider[] = [
  // Both take images only as data (https://docs.ollama.com/api/openai-compatibility,
  // https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1120).
  { ...server("ollama", "Ollama", 11434, "OLLAMA"), needsContent: true },
  { ...server("lmstudio", "LM Studio", 1234, "LMSTUDIO"), needsContent: true },
  { ...server("vllm", "vLLM", 8000, "VLLM"), translate: openaiTranslate(/whisper/) },
  server("llamacpp", "llama.cpp", 8080, "LLAMACPP"),
  // Serves embedding and reranking models.
  server("infinity", "Infinity", 7997, "INFINITY", ""),
];

function server(id: string, name: string, port: number, prefix: string, path = "/v1"): Provider {
  const variables = { optionalKeyVariable: `${prefix}_API_KEY`, baseUrlVariable: `${prefix}_BASE_URL` };
  return compatible({
    id,
    name,
    baseUrl: `http://127.0.0.1:${port}${path}`,
    ...variables,
    rerank: {},
    takesReasoningDetails: true,
    video: { takesSeed: true },
    otherDialects: { completions: textCompletions() },
  });
}
