import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { NODE_FLAGS, NODE_VARIABLES } from "#server/cli/node-flags.mjs";
import { type PostgresServer, startServer } from "#tests/support/databases.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { createLimitedKey } from "../limited-key.ts";
import { cpuUs, startProgram, stopProgram, type Target } from "../target.ts";

export const MANAGEMENT_KEY = "sk-sb-benchmark-management-key-000000";

/** The PostgreSQL server and the upstream of one measurement, and the processes that use them. */
export type Setting = {
  postgres: PostgresServer;
  pool: pg.Pool;
  /** Starts the built server on a free port. */
  start(env?: Record<string, string>): Promise<Target>;
  stop(target: Target): Promise<void>;
  /** Returns the CPU time that all of PostgreSQL's processes have used, in microseconds. */
  postgresCpuUs(): number;
  close(): Promise<void>;
};

export async function openSetting(): Promise<Setting> {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-growth-"));
  const upstreamPort = await freePort();
  const upstream = await startProgram(
    ["tests/support/upstream/main.ts", "--port", String(upstreamPort)],
    {},
    /listening/,
  );
  const postgres = await startServer();
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  // The server closes idle connections when it stops, which must not end this process.
  pool.on("error", () => undefined);
  const { rows } = await pool.query("show data_directory");
  const [postmaster] = readFileSync(join(rows[0].data_directory, "postmaster.pid"), "utf8").split("\n");
  const running = new Set<ChildProcess>();
  const setting: Setting = {
    postgres,
    pool,
    async start(env = {}) {
      const port = await freePort();
      const child = await startProgram(
        [...NODE_FLAGS, ".next/switchboard/main.mjs"],
        {
          ...NODE_VARIABLES,
          DATABASE_URL: postgres.url,
          NODE_ENV: "production",
          PORT: String(port),
          DATA_DIR: join(folder, String(port)),
          LOG_LEVEL: "warn",
          SWITCHBOARD_MANAGEMENT_KEY: MANAGEMENT_KEY,
          SWITCHBOARD_SECRET: "secret-of-the-growth-benchmark-000000",
          OPENAI_API_KEY: "x",
          OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
          UPSTREAM_CONNECTIONS: "20000",
          IDLE_TIMEOUT_MS: "600000",
          DISCOVER_LOCAL_SERVERS: "off",
          NEXT_TELEMETRY_DISABLED: "1",
          ...env,
        },
        /ready at/,
      );
      running.add(child);
      const base = `http://127.0.0.1:${port}/api/v1`;
      const headers = {
        "content-type": "application/json",
        authorization: `Bearer ${await createLimitedKey(base, MANAGEMENT_KEY)}`,
      };
      return { name: "Switchboard", url: `${base}/chat/completions`, headers, process: child };
    },
    async stop({ process: child }) {
      await stopProgram(child);
      running.delete(child);
    },
    postgresCpuUs: () => treeCpuUs(Number(postmaster)),
    async close() {
      for (const child of running) await stopProgram(child);
      await stopProgram(upstream);
      await pool.end();
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return setting;
}

const TICK_US = 10_000;

/** Returns the CPU time of a process, of its children and of its ended children, in microseconds (Linux). */
function treeCpuUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_US;
  const children = execFileSync("pgrep", ["-P", String(pid)])
    .toString()
    .trim()
    .split("\n")
    .map(Number);
  return children.reduce((sum, child) => sum + ownCpuUs(child), cpuUs({ pid }) + ended);
}

/** Returns 0 for a child that ended after it was listed. */
function ownCpuUs(pid: number): number {
  try {
    return cpuUs({ pid });
  } catch {
    return 0;
  }
}
