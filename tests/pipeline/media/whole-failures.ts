import type { Fault } from "#tests/support/upstream/fault.ts";
import type { Rule } from "#tests/support/upstream/rule.ts";
import type { Event } from "../calling.ts";

/** What an upstream does instead of responding properly. */
export type Failure = Pick<Rule, "fault" | "reply">;

/** Failures of a response that is not streamed. The next candidate is tried after each. */
export const WHOLE_FAILURES: [string, Failure][] = [
  ["429", { fault: { status: 429 } }],
  ["500", { fault: { status: 500 } }],
  ["529", { fault: { status: 529 } }],
  ["401 of the upstream's key", { fault: { status: 401 } }],
  ["404 of the upstream's model", { fault: { status: 404 } }],
  ["a connection that is reset", { fault: { resetBeforeHeaders: true } }],
  ["half a body", { fault: { cutAfterEvents: 1 } }],
  ["a stall in the body", { fault: { stallAfterEvents: 1 } }],
  ["JSON that breaks off", { fault: { malformedAfterEvents: 1 } }],
  ["an empty body", { fault: { emptyBody: true } }],
  ["an HTML page", { fault: { htmlBody: true } }],
  ["slow headers", { fault: { headersDelayMs: 5000 } }],
  ["an error in a 200", { reply: { body: '{"error":{"message":"Overloaded","code":503}}' } }],
];

/** Failures of the last candidate, each with the status that the caller gets. */
export const LAST_FAILURES: [Fault, number][] = [
  [{ status: 400 }, 400],
  [{ status: 429 }, 429],
  [{ status: 500 }, 502],
  [{ status: 503 }, 503],
  [{ status: 529 }, 529],
  [{ status: 401 }, 502],
  [{ resetBeforeHeaders: true }, 502],
  [{ headersDelayMs: 5000 }, 524],
];

/** Returns whether a failure is retried once before the next model is tried: the provider has generated nothing. */
export function isRetried({ fault }: Failure): boolean {
  return fault?.status === 500 || fault?.status === 529;
}

/** Returns the names of the providers that were tried, in order. */
export function triedProviders(record: Event): string[] {
  return record.provider_responses.map(({ provider_name }: { provider_name: string }) => provider_name);
}
