import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import next from "next";
import { setUpLink } from "#server/auth/set-up.ts";
import { startupError } from "#server/env.ts";
import { openOnce } from "#server/find-gateway.ts";
import type { Gateway } from "#server/gateway.ts";
import { endAtSignals } from "#server/http/drain.ts";
import { normalizeTarget, openHttpAdapter } from "#server/http/http-adapter.ts";
import { installLastResort } from "#server/http/last-resort.ts";
import { isMisdirected } from "#server/http/misdirected-request.ts";
import { setPageHeaders } from "#server/http/page-headers.ts";
import { isRejectedUrl, newServer } from "#server/http/server.ts";
import { openStaticFiles, type StaticFiles } from "#server/http/static-files.ts";
import { startBatchJobs } from "#server/operations/batches/jobs/start-batch-jobs.ts";
import { followConfigFile } from "#server/operations/config/file/follow-config-file.ts";
import { isWebSocket, openWebSockets } from "#server/operations/responses/websocket/serve-websockets.ts";
import { providers } from "#server/providers/registry.ts";
import { limitWorkerHeaps } from "./worker-heaps.ts";

// Starts the process: environment, database, jobs; then one port that serves `/api` from the API's route modules and
// everything else from Next's pages. Drains at SIGTERM.

const isDevelopment = process.argv.includes("--dev");
const say = (line: string) => process.stdout.write(`${line}\n`);

limitWorkerHeaps();
const gateway = await openOnce().catch((error: Error) => {
  process.stderr.write(`Switchboard cannot start.\n${error.message}\n`);
  process.exit(1);
});
// In development, Next reports changes to its pages over a WebSocket.
const isOfPages = ({ url = "" }: IncomingMessage) => isDevelopment && url.startsWith("/_next/");
const server = newServer(gateway.environment, (incoming) => isWebSocket(incoming) || isOfPages(incoming));
const sockets = openWebSockets(gateway);
await followConfigFile(gateway);
await startBatchJobs(gateway);
await attachHandlers(server);
// Not earlier: a failure above must end the process.
installLastResort(gateway);
const address = await listen(server, gateway);
endAtSignals(server, sockets, gateway);
await greet(gateway, address);

async function attachHandlers(server: Server): Promise<void> {
  const { HOST, PORT, HSTS_MAX_AGE_SECONDS: hstsMaxAgeSeconds, CORS_ORIGINS: origins } = gateway.environment;
  if (!isDevelopment) setBuiltConfig(process.cwd());
  // Next ends the upgrades of every path that it knows, so it must only see its own.
  const upgrades = new EventEmitter() as Server;
  const pages = next({ dev: isDevelopment, dir: process.cwd(), hostname: HOST, port: PORT, httpServer: upgrades });
  const [api] = await Promise.all([openHttpAdapter(process.cwd(), { log: gateway.log, origins }), pages.prepare()]);
  const page = pages.getRequestHandler();
  const files = isDevelopment ? undefined : openStaticFiles(process.cwd());
  server.on("upgrade", (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (isOfPages(incoming)) upgrades.emit("upgrade", incoming, stream, head);
    else sockets.upgrade(incoming, stream, head);
  });
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    normalizeTarget(incoming);
    const render = () => {
      if (isRejectedUrl(incoming, outgoing)) return;
      setPageHeaders(incoming, outgoing, { isDevelopment, hstsMaxAgeSeconds });
      void page(incoming, outgoing);
    };
    // Next's development server has paths of its own for other methods.
    const isForApi = incoming.url?.startsWith("/api/") || (!isDevelopment && isMisdirected(incoming));
    if (isForApi) api(incoming, outgoing);
    else if (files && incoming.url?.startsWith(STATIC_PATH)) serveStatic(files, incoming, outgoing, render);
    else render();
  });
}

/**
 * Gives Next its configuration as it was built, as Next's own standalone server does: reading `next.config.ts` again
 * needs a compiler.
 */
function setBuiltConfig(project: string): void {
  const path = join(project, ".next/required-server-files.json");
  if (!existsSync(path)) {
    process.stderr.write(
      `Switchboard cannot start.\n${path} is missing: the console is not built. Run npm run build.\n`,
    );
    process.exit(1);
  }
  const { config } = JSON.parse(readFileSync(path, "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

const STATIC_PATH = "/_next/static";

function serveStatic(
  files: StaticFiles,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  render: () => void,
): void {
  const url = incoming.url as string;
  incoming.url = url.slice(STATIC_PATH.length);
  files(incoming, outgoing, () => {
    incoming.url = url;
    render();
  });
}

function listen(server: Server, { environment }: Gateway): Promise<string> {
  return new Promise((listening) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE"
          ? `Port ${environment.PORT} is in use; set PORT to another one.`
          : startupError(error.code === "EACCES" ? "PORT" : "HOST", error).message;
      process.stderr.write(`Switchboard cannot start.\n${reason}\n`);
      process.exit(1);
    });
    server.listen(environment.PORT, environment.HOST, () => {
      const { port } = server.address() as AddressInfo;
      const host = ["0.0.0.0", "::", "127.0.0.1"].includes(environment.HOST) ? "localhost" : environment.HOST;
      listening(environment.PUBLIC_URL ?? `http://${host}:${port}`);
    });
  });
}

async function greet({ database, systemCredentials, catalogue }: Gateway, address: string): Promise<void> {
  const link = await setUpLink(database, address);
  say(`\nSwitchboard is ready at ${address}`);
  if (link) say(`Create the owner:        ${link}   (works once)`);
  // The model list of a provider that no catalogue source covers is read later, in the background.
  const isUsable = (id: string) => catalogue.endpointsOfProvider(id).length > 0 || providers.get(id)?.modelList;
  const usable = [...systemCredentials.keys()].filter(isUsable);
  const hint = usable.every((id) => id === "local") ? "   (to add more, set a key such as OPENAI_API_KEY)" : "";
  say(`Providers:               ${usable.join(", ")}${hint}`);
  say(`API base URL:            ${address}/api/v1   (Anthropic SDK: ${address}/api)`);
  say(`
Call it with a key from the console's Keys page:
  curl ${address}/api/v1/responses -H "Authorization: Bearer $SWITCHBOARD_KEY" \\
    -H "Content-Type: application/json" -d '{"model":"local/echo","input":"Hello","stream":true}'
`);
}
