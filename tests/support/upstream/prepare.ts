import type { BytesAnswer, Endpoint, EndpointResponse, Exchange } from "./endpoint.ts";
import type { Fault } from "./fault.ts";
import { prepareStream } from "./prepare-stream.ts";
import type { Prepared } from "./prepared-response.ts";
import type { ScriptedReply } from "./rule.ts";

/**
 * Builds the response to a request with the faults that change its bytes. The result's `fault` has those that concern
 * time and connection.
 */
export function prepare(
  endpoint: Endpoint | undefined,
  exchange: Exchange,
  acceptsKey: (key: string) => boolean,
): Prepared {
  const { rule, fault } = exchange;
  if (rule?.reply) return prepareScripted(rule.reply, fault);
  if (fault.emptyBody) return prepareWhole(fault.status ?? 200, { "content-type": "application/json" }, "", fault);
  if (fault.htmlBody)
    return prepareWhole(fault.status ?? 200, { "content-type": "text/html; charset=UTF-8" }, htmlPage(fault), fault);
  if (!endpoint) return prepareWhole(404, { "content-type": "application/json" }, '{"error":"not found"}', fault);
  const requestId = exchange.newId(endpoint.conventions.requestIdPrefix);
  const headers = endpoint.conventions.headers(requestId);
  if (fault.status) return prepareFaulty(endpoint, exchange, fault.status, headers, requestId);
  return prepareAnswer(
    endpoint.conventions.refuse(exchange.request, acceptsKey) ?? endpoint.answer(exchange),
    headers,
    fault,
  );
}

function prepareFaulty(
  endpoint: Endpoint,
  exchange: Exchange,
  status: number,
  headers: Record<string, string>,
  requestId: string,
) {
  const { fault, request } = exchange;
  const body = request.body as { model?: unknown } | undefined;
  const model = typeof body?.model === "string" ? body.model : request.path.replace(/^.*\/models\/|:.*$/g, "");
  const about = { model, requestId, retryAfterMs: fault.retryAfterMs ?? (fault.retryAfterSeconds ?? 0) * 1000 };
  return prepareAnswer(
    { status, json: endpoint.conventions.error(status, about) },
    { ...headers, ...retryHeaders(exchange) },
    fault,
  );
}

function prepareAnswer(answer: EndpointResponse, providerHeaders: Record<string, string>, fault: Fault): Prepared {
  const status = answer.status ?? 200;
  const headers = { ...providerHeaders, ...answer.headers };
  if ("stream" in answer) return prepareStream(answer.stream, headers, fault);
  if ("bytes" in answer) return bytes(answer, status, headers, fault);
  return prepareWhole(status, { "content-type": "application/json", ...headers }, JSON.stringify(answer.json), fault);
}

function prepareWhole(status: number, headers: Record<string, string>, text: string, fault: Fault): Prepared {
  const shown = fault.malformedAfterEvents === undefined ? text : text.slice(0, Math.floor(text.length / 2));
  const typed = fault.wrongContentType ? { ...headers, "content-type": "text/plain" } : headers;
  const body = Buffer.from(shown);
  return {
    status,
    headers: { ...typed, "content-length": String(body.length) },
    pieces: [body],
    isStream: false,
    fault,
  };
}

function bytes(answer: BytesAnswer, status: number, headers: Record<string, string>, fault: Fault): Prepared {
  const all = Buffer.from(answer.bytes);
  const size = answer.pieceBytes ?? all.length;
  const pieces = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.subarray(at * size, (at + 1) * size),
  );
  return {
    status,
    headers: { ...headers, "content-type": answer.contentType },
    pieces,
    isStream: answer.pieceBytes !== undefined,
    fault,
  };
}

function prepareScripted(reply: ScriptedReply, fault: Fault): Prepared {
  const { status = 200, headers = {}, body = "", events } = reply;
  if (!events) return { status, headers: lowerCase(headers), pieces: [Buffer.from(body)], isStream: false, fault };
  const pieces = events.map((event) =>
    Buffer.from(typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`),
  );
  return {
    status,
    headers: { "content-type": "text/event-stream", ...lowerCase(headers) },
    pieces,
    isStream: true,
    fault,
  };
}

function retryHeaders({ fault, nowSeconds }: Exchange): Record<string, string> {
  const headers: Record<string, string> = {};
  if (fault.retryAfterSeconds !== undefined) headers["retry-after"] = String(fault.retryAfterSeconds);
  if (fault.retryAfterDateSeconds !== undefined) {
    headers["retry-after"] = new Date((nowSeconds + fault.retryAfterDateSeconds) * 1000).toUTCString();
  }
  if (fault.retryAfterMs !== undefined) headers["retry-after-ms"] = String(fault.retryAfterMs);
  return headers;
}

function htmlPage(fault: Fault): string {
  const title = fault.status ? `${fault.status} Bad Gateway` : "Welcome";
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
