import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import * as otherPath from "#app/api/session/[...path]/route.ts";
import * as list from "#app/api/session/list-sessions/route.ts";
import * as revokeOthers from "#app/api/session/revoke-other-sessions/route.ts";
import * as revoke from "#app/api/session/revoke-session/route.ts";
import * as session from "#app/api/session/route.ts";
import * as setUp from "#app/api/session/setup/route.ts";
import * as signIn from "#app/api/session/sign-in/email/route.ts";
import * as signOut from "#app/api/session/sign-out/route.ts";
import { createAccounts } from "#server/auth/accounts/create-accounts.ts";
import { createRateLimits } from "#server/auth/keys/rate-limit.ts";
import { createBodyMemory } from "#server/caller/body-memory.ts";
import { type Database, openDatabase } from "#server/data/database.ts";
import { readEnvironment } from "#server/env.ts";
import type { Gateway } from "#server/gateway.ts";
import type { RouteHandler } from "#server/http/handle.ts";
import { createLog } from "#server/log.ts";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { newDataFolder } from "../data-folder.ts";

const ROUTES: Record<string, Record<string, RouteHandler>> = {
  "/api/session": session,
  "/api/session/setup": setUp,
  "/api/session/sign-in/email": signIn,
  "/api/session/sign-out": signOut,
  "/api/session/list-sessions": list,
  "/api/session/revoke-session": revoke,
  "/api/session/revoke-other-sessions": revokeOthers,
};

const OTHER_PATH: Record<string, RouteHandler> = otherPath;

export type ConsoleServer = { address: string; database: Database; gateway: Gateway; close(): Promise<void> };

/** The console's session routes on a real embedded database, reached over HTTP. */
export async function openConsoleServer(now: () => number = Date.now): Promise<ConsoleServer> {
  const folder = await newDataFolder();
  const database = await openDatabase({ folder, cacheMb: 8 });
  const environment = readEnvironment({ DATA_DIR: folder, LOG_LEVEL: "error" });
  const accounts = createAccounts({ database, secret: "a secret of this test, forty characters!", now });
  const rates = createRateLimits({});
  // Only the parts that session routes use.
  const bodies = createBodyMemory(environment.MAX_BODY_BYTES_IN_FLIGHT);
  const gateway = {
    environment,
    log: createLog("error"),
    database,
    accounts,
    rates,
    bodies,
    now,
  } as unknown as Gateway;
  (globalThis as { switchboardGateway?: Gateway }).switchboardGateway = gateway;
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  const { url: address, close } = await listenLocally(server);
  return {
    address,
    database,
    gateway,
    async close() {
      await close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const handler = (ROUTES[url.pathname] ?? OTHER_PATH)[incoming.method ?? "GET"] as RouteHandler;
  const headers = new Headers(incoming.headers as Record<string, string>);
  await handler(new Request(url, { method: incoming.method, headers }), { incoming, outgoing });
}
