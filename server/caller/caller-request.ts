/**
 * The parts of a request that the server reads, from the HTTP adapter or from Next. Only Next provides `body` and
 * `signal`. `message`: the parsed body of a request that arrived in a WebSocket's message.
 */
export type CallerRequest = Pick<Request, "url" | "method" | "headers"> &
  Partial<Pick<Request, "body" | "signal">> & { message?: Record<string, unknown> };
