import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createIds } from "./ids.ts";
import type { RecordedRequest } from "./recorded.ts";
import { respond, type State } from "./respond.ts";
import { createRules, type Rule } from "./rule.ts";

export type UpstreamOptions = {
  /** Default: a free one. */
  port?: number;
  /** The only accepted keys. Default: any key that does not start with "invalid". */
  keys?: string[];
  /** False: accepts requests without a key, like a local model server. */
  requireKey?: boolean;
  /** False: records no requests and reuses the response to identical requests, for load tests. */
  record?: boolean;
};

/**
 * A fake model vendor that speaks every public text format. `text/answer.ts` has its default responses, `rule.ts` what
 * tests can script, `fault.ts` the faults.
 */
export type Upstream = {
  /** Without a trailing slash. Any path may come between it and a format's own path. */
  url: string;
  port: number;
  /** In order of arrival. */
  requests: RecordedRequest[];
  script(rule: Rule): void;
  /** Forgets rules, requests and jobs. */
  reset(): void;
  /** Returns the number of open sockets, including idle ones. */
  openConnections(): number;
  /** Returns the number of responses in progress. */
  openRequests(): number;
  close(): Promise<void>;
};

/** Starts a fake upstream on 127.0.0.1. */
export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const state = createState(options);
  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (request, response) => {
    void respond(state, request, response);
  });
  const sockets = watchSockets(server);
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: state.requests,
    script: (rule) => state.rules.add(rule),
    reset: () => {
      state.rules.clear();
      state.requests.length = 0;
      state.jobs.clear();
    },
    openConnections: () => sockets.size,
    openRequests: () => state.open.size,
    close: () => stop(server),
  };
}

function createState(options: UpstreamOptions): State {
  return {
    acceptsKey: (key) => acceptsKey(options, key),
    requests: [],
    rules: createRules(),
    newId: createIds(),
    jobs: new Map(),
    open: new Set(),
    remembered: options.record === false ? new Map() : undefined,
  };
}

function acceptsKey({ keys, requireKey }: UpstreamOptions, key: string): boolean {
  if (keys) return keys.includes(key);
  return key === "" ? requireKey === false : !key.startsWith("invalid");
}

function watchSockets(server: Server): Set<unknown> {
  const sockets = new Set<unknown>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
