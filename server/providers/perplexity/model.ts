import type { LanguageModelV4 } from "@ai-sdk/provider";
import { postJson } from "../exchange/send.ts";
import { bearer } from "../openai/bearer.ts";
import type { Upstream } from "../upstream.ts";
import { jsonEvents } from "../wire/json-events.ts";
import { streamOf } from "../wire/stream-of.ts";
import { agentParts } from "./parts.ts";
import { agentRequest } from "./request.ts";

/** Returns the neutral model of a model of the Agent API. */
export function agentModel(upstream: Upstream): LanguageModelV4 {
  const { model, credential, baseUrl, fetch } = upstream;
  return {
    specificationVersion: "v4",
    provider: "perplexity-agent",
    modelId: model,
    // The API rejects longer addresses.
    supportedUrls: { "image/*": [/^https:\/\/.{1,2040}$/] },
    async doStream(options) {
      const { body, warnings } = agentRequest(model, options);
      const target = { baseUrl, fetch, signal: options.abortSignal as AbortSignal };
      const response = await postJson(target, "/agent", bearer(credential), body);
      return { stream: streamOf(agentParts(jsonEvents(response), warnings, upstream)) };
    },
    doGenerate: () => Promise.reject(new Error("The gateway asks every model for a stream")),
  };
}
