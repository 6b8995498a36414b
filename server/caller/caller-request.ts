/**
 * The parts of a request that the server reads, from the HTTP adapter or from Next. Only Next provides `body` and
 * `signal`.
 */
export type CallerRequest = Pick<Request, "url" | "method" | "headers"> & Partial<Pick<Request, "body" | "signal">>;
