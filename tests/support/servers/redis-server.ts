import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../network/free-port.ts";

/** A Redis for one test, without files. */
export type RedisServer = {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Makes it accept connections but never respond. */
  freeze(): void;
  thaw(): void;
};

/** Starts the machine's `redis-server`. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
      const started = spawn("redis-server", options, { stdio: ["ignore", "pipe", "ignore"] });
      child = started;
      await new Promise<void>((ready, failed) => {
        started.once("error", failed);
        started.stdout.on("data", (text: Buffer) => {
          if (text.includes("Ready to accept connections")) ready();
        });
      });
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await ended;
    },
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
  };
  await server.start();
  return server;
}
