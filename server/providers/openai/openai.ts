import type { Block } from "../exchange/json.ts";
import type { Provider } from "../provider.ts";
import { hasOtherThanObject, rejectsOtherThanObjects } from "../requests/rejected-format.ts";
import { openaiChatToolIds, openaiToolIds } from "../requests/tool-ids.ts";
import { hasForeignNames, openaiToolNames } from "../requests/tool-names.ts";
import type { Upstream } from "../upstream.ts";
import { usageFrom } from "../usage/neutral-usage.ts";
import { reportedCost } from "../usage/reported-cost.ts";
import { changeEvents, filterEvents } from "../wire/filter-events.ts";
import { countEvents } from "../wire/readable-counts.ts";
import { openaiSpeak } from "./audio/speak.ts";
import { openaiSpeakers, openaiTranscribe } from "./audio/transcribe.ts";
import { openaiTranslate } from "./audio/translate.ts";
import { openaiBatches } from "./batches/batches.ts";
import { bearer } from "./bearer.ts";
import { billedItem, billedResponse, searchVariant } from "./billed-items.ts";
import { chatUsage } from "./chat-usage.ts";
import { openaiCompact } from "./compact.ts";
import { openaiEmbed } from "./embed.ts";
import { openaiImage } from "./image.ts";
import { wholeEvents } from "./known-events.ts";
import { openaiModerate } from "./moderate.ts";
import { plainChunk } from "./plain-chunks.ts";
import { isChatOnly, lacksInChat, lacksSampling, needsResponses } from "./requests/chat-or-responses.ts";
import { withTakenEffort } from "./requests/efforts.ts";
import { fitRequest } from "./requests/fit-request.ts";
import { withOwnItemIds } from "./requests/item-ids.ts";
import {
  withCompletionLimit,
  withoutEncrypted,
  withoutStore,
  withShortCacheKey,
  withStreamUsage,
} from "./requests/prepare.ts";
import { responseParts } from "./response-parts.ts";
import { responsesUsage } from "./responses-usage.ts";
import { openaiTokenCount } from "./token-count.ts";
import { openaiVideo } from "./video.ts";
import { withStops } from "./with-stops.ts";

export const openai: Provider = {
  id: "openai",
  family: "openai",
  name: "OpenAI",
  baseUrl: "https://api.openai.com/v1",
  keyVariable: "OPENAI_API_KEY",
  baseUrlVariable: "OPENAI_BASE_URL",
  soldTiers: ["flex", "priority", "scale", "batch"],
  async text(upstream) {
    const { model, credential, baseUrl, fetch, note = () => undefined, billing, onProgress } = upstream;
    const { createOpenAI } = await import("@ai-sdk/openai");
    const sendKnown = filterEvents(fetch, () => wholeEvents(note, billing), onProgress);
    const chat = await chatModel(upstream);
    return withStops(
      createOpenAI({ apiKey: credential, baseURL: baseUrl, fetch: sendKnown }).responses(model),
      () => chat,
    );
  },
  textReader: responseParts,
  textDialect: "responses",
  // https://developers.openai.com/api/reference/resources/responses/methods/create
  leastOutputTokens: 16,
  rejectsLongOutput: true,
  // A request with stop sequences uses chat completions.
  textToolIds: openaiChatToolIds,
  textToolNames: openaiToolNames,
  textObjectSchemas: true,
  // https://developers.openai.com/api/docs/guides/structured-outputs#root-objects-must-not-be-anyof-and-must-be-an-object
  rejectsFormat: rejectsOtherThanObjects,
  fitText: fitRequest,
  textUsage: usageFrom((raw) => ("prompt_tokens" in raw ? chatUsage(raw) : responsesUsage(raw))),
  reportedCost,
  probe: { path: "/models", headers: bearer },
  tokenCount: openaiTokenCount,
  native: {
    responses: {
      path: "/responses",
      headers: bearer,
      prepare: (body, notes) =>
        withTakenEffort(withOwnItemIds(withoutEncrypted(withShortCacheKey(withoutStore(body))), notes), notes),
      toolIds: openaiToolIds,
      objectSchemas: true,
      lacks: lacksSampling,
      usage: responsesUsage,
      billedItem,
      variant: searchVariant,
    },
    chat: {
      path: "/chat/completions",
      headers: bearer,
      prepare: (body, notes) => withTakenEffort(withShortCacheKey(withCompletionLimit(withStreamUsage(body))), notes),
      toolIds: openaiChatToolIds,
      objectSchemas: true,
      lacksReasoningDetails: true,
      rejects: (request) => needsResponses(request) || needsConversion(request.body),
      lacks: lacksInChat,
      usage: chatUsage,
      billedResponse,
    },
    completions: {
      path: "/completions",
      headers: bearer,
      prepare: withStreamUsage,
      usage: chatUsage,
      models: /instruct|^(?:davinci|babbage)-002$/,
    },
  },
  batches: openaiBatches({
    paths: { responses: "/v1/responses", chat: "/v1/chat/completions", embeddings: "/v1/embeddings" },
  }),
  compact: openaiCompact,
  embed: openaiEmbed(),
  image: openaiImage(),
  moderate: openaiModerate,
  speak: openaiSpeak({ defaultVoice: "alloy", reportsTokens: /^gpt-/, billsCharacters: /^tts-/ }),
  transcribe: openaiTranscribe({ givesTimes: /^whisper/ }),
  separatesSpeakers: openaiSpeakers,
  translate: openaiTranslate(/^whisper/),
  video: openaiVideo(),
};

/** Callers in Google's form send these to the chat completions too. */
function needsConversion(body: Block): boolean {
  return hasForeignNames(body, openaiToolNames) || hasOtherThanObject(body);
}

const chatOnly: Provider = { ...openai, text: chatModel, textDialect: "chat" };
if (openai.native?.chat) chatOnly.native = { chat: openai.native.chat };
/** Other dialects are converted to the one API that serves the model. */
openai.instead = ({ dialect, model }) => (dialect !== "chat" && isChatOnly(model) ? chatOnly : undefined);

async function chatModel({ model, credential, baseUrl, fetch }: Upstream) {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const settings = { apiKey: credential, baseURL: baseUrl, fetch: changeEvents(countEvents(fetch), () => plainChunk) };
  return createOpenAI(settings).chat(model);
}
