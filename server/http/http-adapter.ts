import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TrieRouter } from "hono/router/trie-router";
import type { Log } from "#server/log.ts";
import { AdapterRequest } from "./adapter-request.ts";
import { errorReply } from "./envelope.ts";
import type { RouteHandler } from "./handle.ts";
import { handleWith } from "./last-resort.ts";
import { writeReply } from "./reply.ts";
import { type RouteModule, readRouteModules } from "./route-modules.ts";

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Opens the API's HTTP adapter, which calls the same route modules as Next directly from Node's HTTP server. Measured
 * at a sixth of the CPU of a request through Next's router.
 */
export async function openHttpAdapter(projectFolder: string, log: Log): Promise<Listener> {
  const find = await openRoutes(projectFolder);
  return (incoming, outgoing) => {
    try {
      const answered = handleWith(outgoing, () => answer(find, incoming, outgoing));
      answered.catch((error: unknown) => abandon(error, outgoing, log));
    } catch (error) {
      refuse(error, outgoing);
    }
  };
}

function answer(find: Find, incoming: IncomingMessage, outgoing: ServerResponse): Promise<unknown> {
  const request = new AdapterRequest(incoming);
  const { module, params } = find(request.path);
  const method = request.method === "HEAD" ? "GET" : request.method;
  // A method without any handler gets the same response as other unsupported methods.
  const handler = (module[method] ?? module.PUT) as RouteHandler;
  return handler(request, { params, incoming, outgoing });
}

/** Sends an error for a request that could not be parsed and so has no operation. */
function refuse(error: unknown, outgoing: ServerResponse): void {
  const reply = errorReply(error);
  reply.headers["x-request-id"] = randomUUID();
  void writeReply(reply, outgoing);
}

/** Closes the connection of a response that could not be written. */
function abandon(error: unknown, outgoing: ServerResponse, log: Log): void {
  log.error({ error }, "answer could not be written");
  outgoing.destroy();
}

/**
 * Reduces an absolute request target, which proxies may send (RFC 9112, section 3.2.2), to its path. The path also
 * decides between the adapter and Next.
 */
export function toOriginForm(incoming: IncomingMessage): void {
  const { url = "/" } = incoming;
  if (url.startsWith("/")) return;
  const parsed = URL.parse(url);
  if (parsed?.host) incoming.url = parsed.pathname + parsed.search;
}

type Found = { module: RouteModule; params: Promise<Record<string, string>> };
type Find = (path: string) => Found;

async function openRoutes(projectFolder: string): Promise<Find> {
  const fixed = new Map<string, Found>();
  const none = Promise.resolve({});
  const router = new TrieRouter<RouteModule>();
  for (const { path, module } of routesOf(await readRouteModules(projectFolder))) {
    if (/[:*]/.test(path)) router.add("ALL", path, module);
    else fixed.set(path, { module, params: none });
  }
  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    const [matches] = router.match("ALL", path);
    const [module, params] = matches[0] as [RouteModule, Record<string, string>];
    return { module, params: decoded(params) };
  };
}

async function decoded(params: Record<string, string>): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Returns the route modules with their paths, the most specific first, because the first match wins. */
function routesOf(modules: Record<string, RouteModule>): { path: string; module: RouteModule }[] {
  return Object.entries(modules)
    .map(([file, module]) => ({ module, path: pathOf(file) }))
    .sort((a, b) => rankOf(a.path) - rankOf(b.path) || a.path.localeCompare(b.path));
}

function pathOf(file: string): string {
  const folders = file.split("/").slice(1, -1);
  return `/${folders.map((folder) => folder.replace(/^\[\.\.\.\w+\]$/, "*").replace(/^\[(\w+)\]$/, ":$1")).join("/")}`;
}

function rankOf(path: string): number {
  return (path.includes("*") ? 1000 : 0) + (path.match(/:/g)?.length ?? 0);
}
