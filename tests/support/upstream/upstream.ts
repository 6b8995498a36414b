import { createServer, type Server } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { createIds } from "./ids.ts";
import type { RecordedRequest } from "./recorded-request.ts";
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
 * A fake model provider that speaks every public text format. `text/answer.ts` has its default responses, `rule.ts`
 * what tests can script, `fault.ts` the faults.
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
  const { port, url, close } = await listenLocally(server, options.port);
  return {
    url,
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
    close,
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
