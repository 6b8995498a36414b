import { randomUUID } from "node:crypto";
import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { readsAnthropicRequestId } from "#server/caller/clients.ts";

/** Returns the caller's request id if it is safe for headers and logs, else a new one. */
export function requestIdOf(headers: CallerHeaders): string {
  return headers.get("x-request-id")?.match(/^[\w.:-]{1,128}$/)?.[0] ?? randomUUID();
}

/**
 * Returns the headers that name a request in its response. Anthropic's SDKs show only `request-id`:
 * https://platform.claude.com/docs/en/api/errors#request-id
 */
export function requestIdHeaders(headers: CallerHeaders, requestId: string): Record<string, string> {
  return { "x-request-id": requestId, ...(readsAnthropicRequestId(headers) && { "request-id": requestId }) };
}
