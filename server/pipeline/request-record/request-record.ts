import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import { type SafeFields, safeFields } from "./safe-fields.ts";
import { safeHeaders } from "./safe-headers.ts";

/** What a provider was sent. `isConverted`: in another dialect, with the names of the gateway's neutral format. */
export type SentRequest = { parameters: SafeFields; headers: string[]; isConverted: boolean };

/**
 * How a request was made, for the ledger: the settings and headers that the gateway received, and what it sent to the
 * last provider. Of a request in the same dialect, only the differences are recorded.
 */
export type RequestRecord = {
  parameters: SafeFields;
  headers: Record<string, string>;
  sent?: {
    /** Settings that the gateway added or changed. */
    changed?: SafeFields;
    /** Names of settings that it removed. */
    removed?: string[];
    /** All settings, of a request that was converted to another dialect. */
    converted?: SafeFields;
    /** Names of the caller's headers that were sent on. */
    headers?: string[];
  };
};

export function receivedRequest(body: object, headers: CallerHeaders): RequestRecord {
  return { parameters: safeFields(body), headers: safeHeaders(headers) };
}

/** Adds what was sent to a provider; undefined if nothing was, or if that is not known. */
export function withSent(received: RequestRecord, sent: SentRequest | undefined): RequestRecord {
  if (!sent) return received;
  const headers = sent.headers.length > 0 ? { headers: sent.headers } : {};
  const { parameters } = sent;
  if (sent.isConverted) return { ...received, sent: { converted: parameters, ...headers } };
  return { ...received, sent: { ...differences(received.parameters, parameters), ...headers } };
}

function differences(received: SafeFields, sent: SafeFields): { changed?: SafeFields; removed?: string[] } {
  let changed: SafeFields | undefined;
  for (const name in sent) {
    const value = sent[name] as SafeFields[string];
    if (isSame(received[name], value)) continue;
    changed ??= {};
    changed[name] = value;
  }
  const removed = Object.keys(received).filter((name) => !(name in sent));
  return { ...(changed && { changed }), ...(removed.length > 0 && { removed }) };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}
