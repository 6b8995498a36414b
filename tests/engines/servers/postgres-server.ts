import { type ExecFileSyncOptions, execFile, execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "#tests/support/network/free-port.ts";
import { systemPostgres } from "#tests/support/servers/system-postgres.ts";

/** A server of this machine's PostgreSQL that can be copied to a standby. */
export type PostgresServer = {
  /** `127.0.0.1:<port>` */
  host: string;
  url: string;
  run(program: string, parameters: readonly string[]): string;
  start(): void;
  promote(): Promise<void>;
  /** Kills every process of the server at once, as a machine that loses its power does. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Copies the server to a new standby, which follows it. */
  addStandby(): Promise<PostgresServer>;
  close(): void;
};

const USER = "switchboard";

/** Starts an empty server. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const programs = systemPostgres();
  if (!programs) throw new Error("npm run engines needs PostgreSQL's server programs (Debian: postgresql).");
  const server = await createServer(programs);
  server.run("initdb", ["-D", server.data, "-U", USER, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]);
  server.start();
  return server;
}

async function createServer(programs: string): Promise<PostgresServer & { data: string }> {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-engines-"));
  // PostgreSQL does not run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(folder, "data");
  const options: ExecFileSyncOptions = { ...owner, cwd: folder, stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" };
  const run = (program: string, parameters: readonly string[]) =>
    execFileSync(join(programs, program), parameters, options) as unknown as string;
  const signal = (name: NodeJS.Signals) => {
    const [main = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    const children = execFileSync("pgrep", ["-P", main]).toString().trim().split("\n");
    for (const pid of [main, ...children]) sendSignal(Number(pid), name);
  };
  const server = {
    host: `127.0.0.1:${port}`,
    url: `postgres://${USER}@127.0.0.1:${port}/postgres`,
    data,
    run,
    start() {
      const settings = `-p ${port} -k ${folder} -c fsync=off -c wal_level=replica -c hot_standby=on`;
      // Its output goes to a file: a pipe would keep pg_ctl from ending.
      execFileSync(join(programs, "pg_ctl"), ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"], {
        ...owner,
        cwd: folder,
        stdio: "ignore",
      });
    },
    async promote() {
      await promisify(execFile)(join(programs, "pg_ctl"), ["-D", data, "-w", "promote"], { ...owner, cwd: folder });
    },
    async kill() {
      signal("SIGKILL");
      // A new server does not start while one of the old processes is still exiting.
      await sleep(1_000);
      // The killed process can stay in the process table, and PostgreSQL would take it for a running server.
      rmSync(join(data, "postmaster.pid"), { force: true });
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    async addStandby() {
      const standby = await createServer(programs);
      run("pg_basebackup", ["-D", standby.data, "-d", server.url, "-R", "-X", "stream", "--checkpoint=fast", "-N"]);
      standby.start();
      return standby;
    },
    close() {
      try {
        signal("SIGKILL");
      } catch {
        // It has been killed before.
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return server;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just exited.
  }
}
