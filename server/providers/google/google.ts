import type { Provider } from "../provider.ts";
import { googleToolNames } from "../requests/tool-names.ts";
import { usageFrom } from "../usage/neutral-usage.ts";
import { googleBatches } from "./batches/batches.ts";
import { googleEmbed } from "./embed.ts";
import { errorEvents } from "./error-events.ts";
import { googleImage } from "./image.ts";
import { knownParts } from "./known-parts.ts";
import { rawRequests } from "./raw-request.ts";
import { readableResponses } from "./readable-responses.ts";
import { withoutRejectedSignatures } from "./rejected-signatures.ts";
import { googleSpeak } from "./speak.ts";
import { googleSpeakContent } from "./speak-content.ts";
import { withThinkingBudget } from "./thinking-budget.ts";
import { googleTokenCount } from "./token-count.ts";
import { untypedFiles } from "./untyped-files.ts";
import { geminiUsage } from "./usage.ts";
import { googleVideo } from "./video.ts";

export const google: Provider = {
  id: "google",
  family: "google",
  name: "Google",
  baseUrl: "https://generativelanguage.googleapis.com",
  keyVariable: "GEMINI_API_KEY",
  baseUrlVariable: "GEMINI_BASE_URL",
  soldTiers: ["flex", "priority", "batch"],
  async text({ model, credential, baseUrl, fetch, billing }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const signed = withoutRejectedSignatures(untypedFiles(fetch));
    const raw = rawRequests(signed.fetch);
    const send = readableResponses(errorEvents(raw.fetch), (usage) => billing?.used(usage));
    const google = createGoogle({ apiKey: credential, baseURL: `${baseUrl}/v1beta`, fetch: send });
    return withThinkingBudget(signed.model(raw.model(google.languageModel(model))));
  },
  textReader: knownParts,
  // https://github.com/googleapis/python-genai/issues/867, https://github.com/vercel/ai/pull/16540
  rejectsFormat: (model, { tools }) =>
    tools === "forced" || (tools && /^gemini-[12]\b/.test(model))
      ? "the model takes no format together with these tools"
      : undefined,
  textToolNames: googleToolNames,
  textUsage: usageFrom(geminiUsage),
  tokenCount: googleTokenCount,
  batches: googleBatches,
  image: googleImage,
  embed: googleEmbed,
  speak: googleSpeak,
  speakContent: googleSpeakContent,
  video: googleVideo,
  probe: { path: "/v1beta/models?pageSize=1", headers: (credential) => ({ "x-goog-api-key": credential }) },
};
