import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createIds } from "./ids.ts";
import type { RecordedRequest } from "./recorded.ts";
import { respond, type State } from "./respond.ts";
import { createRules, type Rule } from "./rule.ts";

export type UpstreamOptions = {
  /** A free one when left out. */
  port?: number;
  /** The only keys that are accepted; any key that does not start with "invalid" when left out. */
  keys?: string[];
  /** False: responds to requests without a key too, like a local model server. */
  requireKey?: boolean;
  /** False: records no requests and repeats the response to an identical request from memory. For load. */
  record?: boolean;
};

/**
 * A model vendor on this machine that speaks every public text format. `text/answer.ts` says what it answers by
 * default, `rule.ts` what can be scripted, `fault.ts` what can go wrong.
 */
export type Upstream = {
  /** Without a trailing slash. Any path may stand between it and a format's own path. */
  url: string;
  port: number;
  /** In the order they arrived. */
  requests: RecordedRequest[];
  script(rule: Rule): void;
  /** Forgets rules, requests and jobs. */
  reset(): void;
  /** Sockets now open, idle ones included. */
  openConnections(): number;
  /** Responses currently in progress. */
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
