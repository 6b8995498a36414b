import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { respondsWithin } from "#server/data/ping.ts";

const sockets = new Set<Socket>();
let server: Server;
let pool: pg.Pool;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await pool.end();
});

async function poolOnto(onConnection: (socket: Socket) => void): Promise<pg.Pool> {
  server = createServer((socket) => {
    sockets.add(socket);
    onConnection(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  pool = new pg.Pool({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, user: "postgres" });
  return pool;
}

test("a database that closes the connection counts as down", async () => {
  expect(await respondsWithin(await poolOnto((socket) => socket.destroy()), 5_000)).toBe(false);
});

test("a silent database counts as down after the timeout", async () => {
  expect(await respondsWithin(await poolOnto(() => undefined), 100)).toBe(false);
});
