import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { ApiResponse } from "#server/api-response.ts";

/** Returns a response in the endpoint's format that sets or removes the session cookie. */
export function sessionResponse(
  { response, status = 200 }: Endpoint,
  data: unknown,
  cookie: string | undefined,
): ApiResponse {
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
