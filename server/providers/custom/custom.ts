import { anthropic } from "../anthropic/anthropic.ts";
import { compatible } from "../compatible/compatible.ts";
import { compatibleImage } from "../compatible/image.ts";
import { textCompletions } from "../compatible/text-completions.ts";
import { bearer } from "../openai/bearer.ts";
import type { Provider } from "../provider.ts";
import { customTransport } from "./transport.ts";

export type CustomServer = { id: string; name: string; api: "openai" | "anthropic"; baseUrl: string };

const openaiTransport = customTransport(bearer);
const anthropicTransport = customTransport((key) => ({ "x-api-key": key }));
const VERSION = { "anthropic-version": "2023-06-01" };

/** Returns the adapter of a compatible server that an administrator added. */
export function customProvider({ api, ...server }: CustomServer): Provider {
  const own = { ...server, baseUrlVariable: "", isCustom: true } as const;
  return api === "anthropic" ? likeAnthropic(own) : likeOpenai(own);
}

type Own = Pick<Provider, "id" | "name" | "baseUrl" | "baseUrlVariable" | "isCustom">;

function likeOpenai(own: Own): Provider {
  const otherDialects = { completions: textCompletions() };
  const server = { ...own, rerank: {}, video: { takesSeed: true }, otherDialects, takesReasoningDetails: true };
  const { probe: _, ...adapter } = compatible(server);
  return { ...adapter, image: compatibleImage, transport: openaiTransport };
}

function likeAnthropic(own: Own): Provider {
  const {
    probe: _,
    tokenCount: __,
    soldTiers: ___,
    keyVariable: ____,
    otherUsage: _____,
    native,
    ...adapter
  } = anthropic;
  const messages = native?.messages;
  return {
    ...adapter,
    ...own,
    ...(messages && { native: { messages: { ...messages, sealsReasoning: true } } }),
    modelList: { path: "/v1/models?limit=1000", headers: () => VERSION },
    transport: anthropicTransport,
  };
}
