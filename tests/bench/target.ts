import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A server under measurement, in its own process. */
export type Target = {
  name: string;
  /** Address of the chat completions endpoint. */
  url: string;
  headers: Record<string, string>;
  process: ChildProcess;
};

/** Starts a program and waits for a line of its output. Its own errors go to ours. */
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

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

const TICK_US = 10_000;

/** CPU time a process has used on all its threads, microseconds, in steps of 10 ms (Linux). */
export function cpuUs({ pid }: Pick<ChildProcess, "pid">): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** Resident memory of a process, kB (Linux). */
export function residentKb({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)?.[1]);
}
