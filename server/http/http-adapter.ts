import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter, findRoute } from "rou3";
import type { Log } from "#server/log.ts";
import type { BrowserOrigins } from "#server/network/browser-origins.ts";
import { AdapterRequest } from "./adapter-request.ts";
import { admitOrigin } from "./cross-origin.ts";
import { errorResponse } from "./envelope.ts";
import type { RouteHandler } from "./handle.ts";
import { handleWith } from "./last-resort.ts";
import { type RouteModule, readRouteModules } from "./route-modules.ts";
import { writeResponse } from "./send-response.ts";
import { readAzureTarget } from "./targets/azure-target.ts";
import { decode, readGoogleTarget } from "./targets/google-target.ts";
import { readModelTarget } from "./targets/model-target.ts";

/** `origins`: of the web pages that may call the API. */
type AdapterOptions = { log: Log; origins: BrowserOrigins };

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Opens the API's HTTP adapter, which calls the same route modules as Next directly from Node's HTTP server. Measured
 * at a sixth of the CPU of a request through Next's router.
 */
export async function openHttpAdapter(projectFolder: string, { log, origins }: AdapterOptions): Promise<Listener> {
  const find = await openRoutes(projectFolder);
  return (incoming, outgoing) => {
    if (admitOrigin(origins, incoming, outgoing)) return;
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
  const response = errorResponse(error);
  response.headers["x-request-id"] = randomUUID();
  void writeResponse(response, outgoing);
}

/** Closes the connection of a response that could not be written. */
function abandon(error: unknown, outgoing: ServerResponse, log: Log): void {
  log.error({ error }, "the response could not be written");
  outgoing.destroy();
}

/**
 * Reduces an absolute request target, which proxies may send (RFC 9112, section 3.2.2), to its path, replaces the
 * alias `/v1` by `/api/v1`, and encodes model IDs. The path also decides between the adapter and Next.
 */
export function normalizeTarget(incoming: IncomingMessage): void {
  let { url = "/" } = incoming;
  if (!url.startsWith("/")) {
    const parsed = URL.parse(url);
    if (parsed?.host) url = parsed.pathname + parsed.search;
  }
  incoming.url = url.startsWith("/v1/") ? `/api${url}` : url;
  if (url.startsWith("/openai/")) readAzureTarget(incoming, url);
  else if (/:|\/files|\/models|\/cachedContents/.test(url)) readGoogleTarget(incoming, url);
  if (url.includes("/model")) incoming.url = readModelTarget(incoming.url);
}

type Params = Record<string, string>;
type Found = { module: RouteModule; params: Promise<Params> };
type Find = (path: string) => Found;

/** The route of every path that no other route has. */
const UNKNOWN_PATH = "/api/**:path";

async function openRoutes(projectFolder: string): Promise<Find> {
  const fixed = new Map<string, Found>();
  const none = Promise.resolve({});
  const router = createRouter<RouteModule>();
  let unknown: Found | undefined;
  for (const [file, module] of Object.entries(await readRouteModules(projectFolder))) {
    const path = pathOf(file);
    if (path === UNKNOWN_PATH) unknown = { module, params: none };
    else if (/[:*]/.test(path)) addRoute(router, "", path, module);
    else fixed.set(path, { module, params: none });
  }
  return (path) => {
    const known = fixed.get(path);
    if (known) return known;
    const found = findRoute(router, "", path);
    return found ? { module: found.data, params: decodeParams(found.params ?? {}) } : (unknown as Found);
  };
}

async function decodeParams(params: Params): Promise<Params> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decode(value)]));
}

/** Returns the path of a route file: `[id]` is one segment, `[...path]` all that follow. */
function pathOf(file: string): string {
  const folders = file.split("/").slice(1, -1);
  return `/${folders.map((folder) => folder.replace(/^\[\.\.\.(\w+)\]$/, "**:$1").replace(/^\[(\w+)\]$/, ":$1")).join("/")}`;
}
