import { connectResponses as endpoint } from "#lib/contract/responses.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";

/** The response to a request without an upgrade; `websocket/serve-websockets.ts` serves those with one. */
export const connectResponses = operation(endpoint)(async () => {
  throw new HttpError(426, "Send this request as a WebSocket handshake, or use POST", {
    headers: { upgrade: "websocket", connection: "Upgrade" },
  });
});
