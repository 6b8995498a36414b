import type { IncomingMessage } from "node:http";
import type { CallerRequest } from "./caller-request.ts";

/** Request headers by lower-case name. */
export type CallerHeaders = Pick<Headers, "get" | "has">;

/**
 * Returns the request headers. Under our own HTTP adapter they are read as Node parsed them: a request reads about a
 * dozen headers, and the validation in `Headers` costs more than the lookup.
 */
export function callerHeaders(request: CallerRequest, incoming: IncomingMessage | undefined): CallerHeaders {
  if (!incoming) return request.headers;
  const { headers } = incoming;
  return { get: (name) => textOf(headers[name]), has: (name) => headers[name] !== undefined };
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : (value?.join(", ") ?? null);
}
