import { UpstreamError } from "#server/errors.ts";
import type { Provider } from "../provider.ts";
import { neutralUsage } from "../usage/neutral-usage.ts";
import { echo } from "./echo.ts";
import { localEmbed } from "./embed.ts";
import { extract } from "./extract.ts";
import { localImage } from "./image.ts";
import { localModel } from "./model.ts";
import { localRerank } from "./rerank.ts";
import { localTranscribe } from "./speech/read-back.ts";
import { localSpeak } from "./speech/speak.ts";
import { localVideo } from "./video/video.ts";

const models = { echo, extract };

/**
 * Returns the provider inside this process. It needs no key, network or language model, so that any installation can
 * respond at once.
 */
export function local({ wordDelayMs }: { wordDelayMs: number }): Provider {
  return {
    id: "local",
    name: "Local",
    baseUrl: "local:",
    baseUrlVariable: "",
    async text({ model }) {
      const name = model.replace(/^local\//, "");
      const response = Object.entries(models).find(([known]) => known === name)?.[1];
      if (!response) throw unknownModel(model);
      return localModel(model, response, wordDelayMs);
    },
    textUsage: neutralUsage,
    embed: localEmbed,
    image: localImage,
    video: localVideo,
    speak: localSpeak,
    transcribe: localTranscribe,
    rerank: localRerank,
  };
}

function unknownModel(model: string): UpstreamError {
  return new UpstreamError(404, `There is no local model "${model}"`, { retryable: true, fault: "model" });
}
