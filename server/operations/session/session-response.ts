import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Reply } from "#server/reply.ts";

/** Returns a response in the endpoint's format that sets or removes the session cookie. */
export function sessionResponse(
  { response, status = 200 }: Endpoint,
  data: unknown,
  cookie: string | undefined,
): Reply {
  return {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(cookie && { "set-cookie": cookie }),
    },
    body: JSON.stringify(response?.parse(data)),
  };
}
