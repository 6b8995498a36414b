import { spawn } from "node:child_process";

/** Dumps a database with `pg_dump`, in the format that `pg_restore` reads. */
export async function dumpPostgres(url: string, file: string): Promise<void> {
  await runTool("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`]);
}

/** Restores a dump into an empty database, all of it or nothing. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  await runTool("pg_restore", url, ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", file]);
}

/** Returns how many tables with data a dump holds. Throws if it cannot be read. */
export async function countDumpedTables(file: string): Promise<number> {
  const { stdout } = await runProgram("pg_restore", ["--list", file], {});
  return stdout.split("\n").filter((line) => line.includes(" TABLE DATA ")).length;
}

/** The password travels in the environment, because other users of the machine see the arguments. */
function runTool(program: string, url: string, parameters: readonly string[]) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  return runProgram(program, [`--dbname=${address.href}`, ...parameters], password ? { PGPASSWORD: password } : {});
}

function runProgram(program: string, parameters: readonly string[], environment: Record<string, string>) {
  return new Promise<{ stdout: string }>((done, fail) => {
    const child = spawn(program, parameters, { env: { ...process.env, ...environment } });
    const printed = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        printed[name] += text;
      });
    }
    child.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "ENOENT" ? "is not installed; install PostgreSQL's client programs" : error.message;
      fail(new Error(`${program} ${reason}.`));
    });
    child.once("close", (code) => {
      if (code === 0) done(printed);
      else fail(new Error(`${program} failed:\n${printed.stderr.trim()}`));
    });
  });
}
