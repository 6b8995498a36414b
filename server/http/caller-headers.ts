import type { IncomingMessage } from "node:http";
import type { CallerRequest } from "./caller-request.ts";

/** The headers of a request, by names in lower case. */
export type CallerHeaders = Pick<Headers, "get" | "has">;

/**
 * The headers of a request, from our own door as Node has parsed them: a call asks for a dozen names that we know to
 * be names, and the checks that `Headers` makes of each cost more than finding it.
 */
export function callerHeaders(request: CallerRequest, incoming: IncomingMessage | undefined): CallerHeaders {
  if (!incoming) return request.headers;
  const { headers } = incoming;
  return { get: (name) => textOf(headers[name]), has: (name) => headers[name] !== undefined };
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : (value?.join(", ") ?? null);
}
