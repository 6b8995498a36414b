import { type IncomingMessage, request } from "node:http";
import type { FuzzRequest } from "./request.ts";

export type FuzzResponse = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** Sends a request on its own connection. Rejects if the response is cut off, or after `timeoutMs`. */
export function send(
  url: string,
  { method, target, headers, body }: FuzzRequest,
  timeoutMs: number,
): Promise<FuzzResponse> {
  return new Promise((done, fail) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const length = body && { "content-length": String(body.byteLength) };
    const sent = request(`${url}/`, { method, path: target, headers: { ...headers, ...length }, agent: false, signal });
    sent.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
      response.once("error", fail);
    });
    sent.on("error", (error) => fail(signal.aborted ? new Error(`no response within ${timeoutMs} ms`) : error));
    sent.end(body);
  });
}

/** These endpoints call an address from the request, which cannot be reached here. */
const NAMED_BY_CALLERS = new Set(["planPrices", "applyPrices", "startMcpOauth"]);

/** Returns what is wrong with a response; undefined if nothing is. */
export function faultOf(request: FuzzRequest, response: FuzzResponse): string | undefined {
  const { status, headers, body } = response;
  if (status === 502 && NAMED_BY_CALLERS.has(request.id)) return undefined;
  if (status >= 500) return `${status}: ${body.toString().slice(0, 500)}`;
  if (!headers["x-request-id"]) return `${status} without x-request-id`;
  if (status < 400 || request.method === "HEAD") return faultOfStream(response);
  if (!headers["content-type"]?.startsWith("application/json")) return `${status} of type ${headers["content-type"]}`;
  const { type, error } = JSON.parse(body.toString()) as { type: unknown; error?: Record<string, unknown> };
  const isEnvelope =
    type === "error" && error?.code === status && typeof error.message === "string" && error.message !== "";
  return isEnvelope || isProtocolError(request, response)
    ? undefined
    : `${status} without the envelope: ${body.toString().slice(0, 500)}`;
}

/** After authentication, the MCP endpoint reports errors in its own protocol. */
function isProtocolError({ id }: FuzzRequest, { status, body }: FuzzResponse): boolean {
  if (id !== "callMcp" || ![400, 406, 415].includes(status)) return false;
  const { jsonrpc, error } = JSON.parse(body.toString()) as { jsonrpc?: unknown; error?: { message?: unknown } };
  return jsonrpc === "2.0" && typeof error?.message === "string";
}

/** A stream must be whole lines of events. */
function faultOfStream({ headers, body }: FuzzResponse): string | undefined {
  if (!headers["content-type"]?.startsWith("text/event-stream")) return undefined;
  const text = body.toString();
  if (!text.endsWith("\n\n")) return `a stream that ends inside an event: ${text.slice(-200)}`;
  return /"code":5\d\d|Internal Server Error/.test(text) ? `an error in a stream: ${text.slice(-500)}` : undefined;
}
