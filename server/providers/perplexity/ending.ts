import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { type Block, block } from "../exchange/json.ts";
import { agentUsage } from "./usage.ts";

const FAILURES: Record<string, string> = {
  error: "The provider's stream failed",
  failed: "The provider failed to finish the response",
  cancelled: "The provider cancelled the response",
};

/**
 * Returns what an event says of a failure, as an error body; undefined if it reports none. Failed and cancelled responses
 * have the HTTP status 200, and the error alongside the response or in it.
 */
export function failureOf(event: Block): Block | undefined {
  const { status, error } = block(event.response);
  const kind = [String(event.type).replace(/^response\./, ""), status].find((name) => String(name) in FAILURES);
  if (kind === undefined) return undefined;
  const reported = [event.error, error].find(isRecord) ?? {};
  return { type: "error", error: { message: event.message ?? FAILURES[String(kind)], ...reported } };
}

/** Returns the end of a response; one without a status was cut off. `hasCalls`: it calls functions. */
export function endOf(response: Block, hasCalls: boolean): LanguageModelV4StreamPart {
  return { type: "finish", usage: usageOf(response), finishReason: reasonOf(response, hasCalls) };
}

function reasonOf({ status, incomplete_details: details }: Block, hasCalls: boolean): LanguageModelV4FinishReason {
  if (status === undefined) return { unified: "interrupted", raw: undefined };
  if (status === "incomplete") {
    const { reason } = block(details);
    const raw = typeof reason === "string" ? reason : "incomplete";
    return { unified: raw === "content_filter" ? "content-filter" : "length", raw };
  }
  return { unified: hasCalls ? "tool-calls" : "stop", raw: String(status) };
}

function usageOf({ usage: raw }: Block): LanguageModelV4Usage {
  if (!isRecord(raw)) {
    return {
      inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: undefined, text: undefined, reasoning: undefined },
    };
  }
  const usage = agentUsage(raw);
  const [noCache = 0, cacheRead = 0, cacheWrite = 0] = [
    usage.input_tokens,
    usage.cache_read_tokens,
    usage.cache_write_tokens,
  ];
  const { output_tokens: output = 0, reasoning_tokens: reasoning = 0 } = usage;
  return {
    inputTokens: { total: noCache + cacheRead + cacheWrite, noCache, cacheRead, cacheWrite },
    outputTokens: { total: output, text: output - reasoning, reasoning },
    raw: raw as NonNullable<LanguageModelV4Usage["raw"]>,
  };
}
