import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { residentBytes } from "#tests/support/resident-bytes.ts";

/** A server under measurement, in its own process. */
export type Target = {
  name: string;
  /** Address of the chat completions endpoint. */
  url: string;
  headers: Record<string, string>;
  process: ChildProcess;
};

/**
 * Starts a program and waits for output that matches `ready`. Its standard error goes to ours. Throws if it ends first.
 */
export async function startProgram(args: string[], env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((done, fail) => {
    let seen = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      seen = (seen + chunk.toString()).slice(-10_000);
      if (ready.test(seen)) done();
    });
    child.once("exit", (code) => fail(new Error(`${args.join(" ")} ended with ${code}: ${seen}`)));
  });
  return child;
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

const TICK_US = 10_000;

/**
 * Returns the CPU time that all threads of a process have used, in microseconds, with a resolution of 10 ms (Linux).
 */
export function cpuUs({ pid }: Pick<ChildProcess, "pid">): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** Returns the resident memory of a process in kB (Linux). */
export function residentKb({ pid }: ChildProcess): number {
  return residentBytes(pid as number) / 1024;
}
