import { type Outcome, type SendParts, sendOnce } from "../outcome.ts";
import { lowerCase } from "../send-webhook.ts";
import type { TraceEvent } from "../trace-event.ts";
import { spanOf } from "./span-of.ts";

/** The configuration of type `otel-collector`. */
export type OtlpConfig = { endpoint: string; headers?: Record<string, string> };

const PATH = "/v1/traces";

/**
 * Posts requests as spans over OTLP/HTTP in protobuf: every collector must accept it, and Phoenix accepts nothing else.
 * The response's body is not read, since several receivers do not send the one that the protocol describes.
 */
export async function sendOtlp(config: OtlpConfig, events: readonly TraceEvent[], parts: SendParts): Promise<Outcome> {
  // Loaded on demand, since most installations never need it.
  const { encodeSpans } = await import("./encode-spans.ts");
  const body = encodeSpans(events.map(spanOf), { "service.name": "switchboard" }, "switchboard");
  const headers = { ...lowerCase(config.headers), "content-type": "application/x-protobuf" };
  return sendOnce({ url: tracesUrl(config.endpoint), method: "POST", headers, body }, parts);
}

/** Appends the path that the protocol gives traces, unless the endpoint already ends in it. */
export function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = path.endsWith(PATH) ? path : path + PATH;
  return url.href;
}
