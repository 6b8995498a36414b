import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../network/free-port.ts";

/**
 * Returns the folder of the installed PostgreSQL's programs (server and clients of one version); undefined if there is
 * none.
 */
export function systemPostgres(): string | undefined {
  const found = spawnSync("bash", [
    "-c",
    "ls -d /usr/lib/postgresql/*/bin/pg_dump $(command -v pg_config) 2>/dev/null",
  ]);
  const [program] = found.stdout.toString().split("\n");
  if (!program) return undefined;
  const folder = program.endsWith("pg_config")
    ? execFileSync(program, ["--bindir"]).toString().trim()
    : join(program, "..");
  return spawnSync(join(folder, "initdb"), ["--version"]).status === 0 ? folder : undefined;
}

/** Starts a server of the installed PostgreSQL, which has the same version as `pg_dump`. */
export async function startSystemPostgres(programs: string) {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-postgres-"));
  // PostgreSQL does not run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(folder, "data");
  const run = (program: string, parameters: string[]) =>
    execFileSync(join(programs, program), parameters, { ...owner, cwd: folder, stdio: "ignore" });
  run("initdb", ["-D", data, "-U", "switchboard", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]);
  run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", `-p ${port} -k ${folder} -c fsync=off`, "start"]);
  return {
    url: (database: string) => `postgres://switchboard:unused@127.0.0.1:${port}/${database}`,
    close() {
      run("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
