import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { migrateServer } from "#server/data/migrate-server.ts";
import { databaseAt, runOn, type StoppableServer, startServer } from "../../databases.ts";
import { LENDER, TEMPLATE } from "./lent-postgres.ts";

/**
 * Shares one PostgreSQL server among all processes of a test run, because creating a server takes as much CPU as twenty
 * databases. The server starts on the first request. Returns a function that stops it.
 */
export async function lendPostgres(): Promise<() => Promise<void>> {
  let starting: Promise<StoppableServer> | undefined;
  const lendingServer = createServer(async (_, response) => {
    starting ??= startWithTemplate();
    await starting.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((listening) => lendingServer.listen(0, "127.0.0.1", listening));
  process.env[LENDER] = `http://127.0.0.1:${(lendingServer.address() as AddressInfo).port}`;
  return async () => {
    lendingServer.close();
    await (await starting)?.close();
  };
}

async function startWithTemplate(): Promise<StoppableServer> {
  const server = await startServer();
  await runOn(server.url, `create database ${TEMPLATE}`);
  await migrateServer(databaseAt(server.url, TEMPLATE));
  return server;
}
