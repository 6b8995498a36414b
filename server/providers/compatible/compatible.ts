import type { Block } from "../exchange/json.ts";
import { openaiSpeak, type SpeakQuirks } from "../openai/audio/speak.ts";
import { openaiTranscribe, type TranscribeQuirks } from "../openai/audio/transcribe.ts";
import { openaiTranslate } from "../openai/audio/translate.ts";
import { bearer } from "../openai/bearer.ts";
import { chatUsage } from "../openai/chat-usage.ts";
import { type EmbedQuirks, openaiEmbed } from "../openai/embed.ts";
import { withStreamUsage } from "../openai/requests/prepare.ts";
import { openaiVideo, type VideoQuirks } from "../openai/video.ts";
import type { NativeText, Provider } from "../provider.ts";
import { hasCustomTools } from "../requests/custom-tools.ts";
import { noteIn } from "../requests/field-note.ts";
import type { ToolIds } from "../requests/tool-ids.ts";
import { hasForeignNames, openaiToolNames, type ToolNames } from "../requests/tool-names.ts";
import { usageFrom } from "../usage/neutral-usage.ts";
import { reportedCost } from "../usage/reported-cost.ts";
import type { Usage } from "../usage/usage.ts";
import { changeEvents } from "../wire/filter-events.ts";
import { countEvents } from "../wire/readable-counts.ts";
import { converting, type PrepareChat } from "./converted-body.ts";
import { withAnswersAfterResults } from "./message-order.ts";
import { messageParts } from "./message-parts.ts";
import { readableChunks } from "./readable-chunks.ts";
import { compatibleRerank, type RerankQuirks } from "./rerank.ts";
import { withSchemaInPrompt } from "./schema-in-prompt.ts";
import { withSystemMessages } from "./system-messages.ts";

export type CompatibleUpstream = {
  id: string;
  name: string;
  /** Includes the version, as the provider documents it for OpenAI's client. */
  baseUrl: string;
  keyVariable?: string;
  optionalKeyVariable?: string;
  baseUrlVariable: string;
  /** False if the upstream rejects `stream_options` and always sends usage. */
  takesStreamOptions?: boolean;
  /** False if the upstream supports only `json_object`, without a schema. */
  takesJsonSchema?: boolean;
  /** The tool call ids that it accepts; absent: any. */
  toolIds?: ToolIds;
  /** The tool names that it accepts; absent: those of OpenAI. */
  toolNames?: ToolNames;
  /** True if it rejects a request with any other tool name, as hosted providers do. */
  checksToolNames?: boolean;
  usage?(raw: Block): Usage;
  /** True if it takes back `reasoning_details`, or ignores fields that it does not know. */
  takesReasoningDetails?: boolean;
  /** What it takes in chat bodies beyond OpenAI's fields, or rejects of them. */
  chat?: Pick<NativeText, "extensions" | "lacks" | "lacksInMessages" | "onlyStreams">;
  /** Renames fields of a chat body, or adds what it requires, also of converted requests. */
  prepareChat?: PrepareChat;
  /** The dialects that it speaks besides chat completions. */
  otherDialects?: Provider["native"];
  /** A path that responds only to valid keys; the list of models if absent. */
  probePath?: string;
  embed?: EmbedQuirks;
  /** Absent if it does not support reranking. */
  rerank?: RerankQuirks;
  speak?: SpeakQuirks;
  transcribe?: TranscribeQuirks;
  /** The models that translate speech (upstream names); absent: none. */
  translates?: RegExp;
  video?: VideoQuirks;
};

/** Returns a provider that speaks OpenAI's chat dialect at its own address. */
export function compatible(upstream: CompatibleUpstream): Provider {
  const {
    takesStreamOptions = true,
    takesJsonSchema = true,
    usage = chatUsage,
    toolIds,
    toolNames = openaiToolNames,
    checksToolNames = false,
    otherDialects,
    takesReasoningDetails,
    chat,
    prepareChat,
    probePath = "/models",
    embed,
    speak,
    transcribe,
    translates,
    video,
    rerank,
    ...provider
  } = upstream;
  const prepare: PrepareChat = (given, note) => {
    const body = withAnswersAfterResults(withSystemMessages(given, note), note);
    const formatted = takesJsonSchema ? body : withSchemaInPrompt(body, note);
    return prepareChat ? prepareChat(formatted, note) : formatted;
  };
  const taken: NonNullable<CompatibleUpstream["chat"]> = {
    extensions: takesReasoningDetails ? "all" : ["top_k", "min_p", "repetition_penalty"],
    ...chat,
  };
  return {
    ...provider,
    async text({ model, credential, baseUrl, fetch, note = () => undefined }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const settings = {
        includeUsage: takesStreamOptions,
        supportsStructuredOutputs: true,
        transformRequestBody: converting(prepare, taken),
      };
      return createOpenAICompatible({
        name: provider.id,
        apiKey: credential,
        baseURL: baseUrl,
        fetch: changeEvents(countEvents(fetch), () => readableChunks(note)),
        ...settings,
      }).chatModel(model);
    },
    textReader: messageParts,
    textDialect: "chat",
    ...(toolIds && { textToolIds: toolIds }),
    textToolNames: toolNames,
    textUsage: usageFrom(usage),
    reportedCost,
    modelList: { path: "/models", headers: bearer },
    probe: { path: probePath, headers: bearer },
    native: {
      chat: {
        path: "/chat/completions",
        headers: bearer,
        prepare: (body, notes) =>
          prepare(takesStreamOptions ? withStreamUsage(body) : withoutStreamOptions(body), noteIn(notes)),
        ...taken,
        ...(toolIds && { toolIds }),
        ...(!takesReasoningDetails && { lacksReasoningDetails: true }),
        rejects: (request) => hasCustomTools(request) || (checksToolNames && hasForeignNames(request.body, toolNames)),
        usage,
      },
      ...otherDialects,
    },
    embed: openaiEmbed(embed),
    speak: openaiSpeak(speak),
    transcribe: openaiTranscribe(transcribe),
    ...(translates && { translate: openaiTranslate(translates, transcribe?.leastSeconds) }),
    video: openaiVideo(video),
    ...(rerank && { rerank: compatibleRerank(rerank) }),
  };
}

function withoutStreamOptions({ stream_options: _, ...body }: Block): Block {
  return body;
}
