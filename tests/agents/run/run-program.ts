import { spawn } from "node:child_process";
import { dirname } from "node:path";

export type Program = { command: string; args: readonly string[]; env: Record<string, string>; cwd: string };

/** What a program printed, and how it ended; a code of null: it was killed, or took too long. */
export type Ended = { code: number | null; output: string };

const LONGEST_MS = 150_000;

/** Runs a program without input and with only the given environment. Ends its whole process group if it takes too long. */
export async function runProgram({ command, args, env, cwd }: Program): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const timer = setTimeout(() => killGroup(child.pid), LONGEST_MS);
  const code = await new Promise<number | null>((ended) => {
    child.once("error", (error) => {
      chunks.push(Buffer.from(error.message));
      ended(null);
    });
    child.once("close", ended);
  });
  clearTimeout(timer);
  killGroup(child.pid);
  return { code, output: Buffer.concat(chunks).toString() };
}

/**
 * Returns an environment in which programs find Node and an empty home, and reach nothing but `tapUrl`: a proxy that
 * lets no other host through.
 */
export function isolatedEnv(home: string, tapUrl: string): Record<string, string> {
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
    HOME: home,
    TMPDIR: home,
    LANG: "C.UTF-8",
    TERM: "dumb",
    CI: "1",
    NO_COLOR: "1",
    DO_NOT_TRACK: "1",
    HTTP_PROXY: tapUrl,
    HTTPS_PROXY: tapUrl,
    http_proxy: tapUrl,
    https_proxy: tapUrl,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Every process of the group has ended.
  }
}
