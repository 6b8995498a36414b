import type { Provider } from "../provider.ts";
import { keyHeader } from "./key-header.ts";
import { elevenlabsSpeak } from "./speak.ts";
import { elevenlabsTranscribe } from "./transcribe.ts";

export const elevenlabs: Provider = {
  id: "elevenlabs",
  name: "ElevenLabs",
  baseUrl: "https://api.elevenlabs.io",
  keyVariable: "ELEVENLABS_API_KEY",
  baseUrlVariable: "ELEVENLABS_BASE_URL",
  probe: { path: "/v1/models", headers: keyHeader },
  speak: elevenlabsSpeak,
  transcribe: elevenlabsTranscribe,
  separatesSpeakers: /^scribe/,
};
