import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import type { Gateway } from "#server/gateway.ts";
import { errorResponse } from "./envelope.ts";
import { writeResponse } from "./send-response.ts";

const responses = new AsyncLocalStorage<ServerResponse>();

/** Runs a request handler so that an uncaught exception can still send its response. */
export function handleWith<T>(outgoing: ServerResponse, run: () => T): T {
  return responses.run(outgoing, run);
}

/**
 * Keeps the process alive after an uncaught exception or rejection: logs and counts it and responds with 500, or cuts
 * the connection if the response has started.
 */
export function installLastResort({ log, metrics }: Pick<Gateway, "log" | "metrics">): void {
  const survive = (kind: string) => (error: unknown) => {
    log.error({ error, kind }, "uncaught error");
    metrics.uncaught(kind);
    const outgoing = responses.getStore();
    if (outgoing && !outgoing.writableEnded) fail(error, outgoing);
  };
  process.on("uncaughtException", survive("exception"));
  process.on("unhandledRejection", survive("rejection"));
}

function fail(error: unknown, outgoing: ServerResponse): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  const response = errorResponse(error);
  response.headers["x-request-id"] = crypto.randomUUID();
  response.headers.connection = "close";
  void writeResponse(response, outgoing);
}
