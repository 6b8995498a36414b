import { compatible } from "../compatible/compatible.ts";
import { hostedResponses } from "../compatible/other-dialects.ts";
import type { NativeRequest, NativeText, Provider } from "../provider.ts";
import { withChatEffort } from "../xai/efforts.ts";
import { xaiLacks } from "../xai/lacks.ts";
import { xaiResponses } from "../xai/responses.ts";
import { asksForMore, asksForUrls, gptText } from "./gpt.ts";
import { mantleTransport } from "./transport.ts";

/** Of these models' APIs, Mantle has functions as the only tools. */
const grokResponses: NativeText = { ...xaiResponses, lacksWebSearch: true };
const gemmaResponses: NativeText = { ...hostedResponses, lacksWebSearch: true };

/**
 * Returns the adapters of the models at Bedrock Mantle, which loads no URLs
 * (https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html). `own`: what identifies Bedrock.
 */
export function mantleAdapters(own: Omit<Provider, "transport">): (model: string) => Provider {
  const shared = { ...own, transport: mantleTransport, needsContent: true } as const;
  const gpt = converting({ ...shared, ...gptText({ hasWebSearch: true }) }, asksForUrls);
  const grok = converting({ ...chatText(own, { responses: grokResponses, isGrok: true }), ...shared }, asksForMore);
  const gemma = converting({ ...chatText(own, { responses: gemmaResponses, isGrok: false }), ...shared }, asksForMore);
  return (model) => {
    if (model.startsWith("openai.")) return gpt;
    return model.startsWith("xai.") ? grok : gemma;
  };
}

/** The parts of an adapter for models with both of OpenAI's dialects. */
function chatText(
  own: Omit<Provider, "transport">,
  { responses, isGrok }: { responses: NativeText; isGrok: boolean },
): Provider {
  const {
    modelList: _,
    embed: __,
    speak: ___,
    transcribe: ____,
    video: _____,
    ...text
  } = compatible({
    id: own.id,
    name: own.name,
    baseUrl: own.baseUrl,
    baseUrlVariable: own.baseUrlVariable,
    chat: { extensions: [], ...(isGrok && { lacks: xaiLacks }) },
    ...(isGrok && { prepareChat: withChatEffort }),
    otherDialects: { responses },
  });
  return text;
}

/** Returns the adapter with the requests that its native endpoint rejects converted. */
function converting(adapter: Provider, isRejected: (request: NativeRequest) => boolean): Provider {
  const { native: _, ...converted } = adapter;
  return { ...adapter, instead: (request) => (isRejected(request) ? converted : undefined) };
}
