import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/support/network/free-port.ts";
import { type Program, startProgram } from "./programs.ts";

export type Pooler = { url: string; stop(): Promise<void>; start(): Promise<void>; close(): Promise<void> };

/** Starts PgBouncer in front of the database at `url`. */
export async function startPooler(url: string, mode: "session" | "transaction"): Promise<Pooler> {
  const { hostname, port: serverPort, username, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "switchboard-pooler-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  const lines = [
    "[databases]",
    `${pathname.slice(1)} = host=${hostname} port=${serverPort}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    // In transaction mode fewer than the connections of two processes.
    `default_pool_size = ${mode === "session" ? 50 : 5}`,
    "max_client_conn = 200",
  ];
  // `auth_type = any` logs everyone in as one user.
  lines[1] += ` user=${username}`;
  writeFileSync(file, `${lines.join("\n")}\n`);
  let program: Program | undefined;
  const pooler = {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async start() {
      program = await startProgram("pgbouncer", [file], port);
    },
    async stop() {
      await program?.kill();
    },
    async close() {
      await program?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await pooler.start();
  return pooler;
}
