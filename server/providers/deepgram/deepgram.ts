import type { Provider } from "../provider.ts";
import { tokenHeader } from "./query.ts";
import { deepgramSpeak } from "./speak.ts";
import { deepgramTranscribe } from "./transcribe.ts";

export const deepgram: Provider = {
  id: "deepgram",
  name: "Deepgram",
  baseUrl: "https://api.deepgram.com",
  keyVariable: "DEEPGRAM_API_KEY",
  baseUrlVariable: "DEEPGRAM_BASE_URL",
  probe: { path: "/v1/projects", headers: tokenHeader },
  speak: deepgramSpeak,
  transcribe: deepgramTranscribe,
};
