import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newDataFolder } from "./data-folder.ts";
import { NODE_FLAGS } from "./node-flags.ts";
import { bundledEntry } from "./servers/bundle.ts";
import { callerOf, end, environmentOf, type GatewayOptions, type TestGateway } from "./servers/gateway.ts";

/** The ways to run a build: our own server, and Next's. */
export type HttpAdapter = "main" | "next";

export type Production = Pick<TestGateway, "url" | "call" | "setUpUrl" | "output"> & { stop(): Promise<void> };

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const NODE = join(PROJECT, "node_modules/node/bin/node");
const NEXT = ["node_modules/next/dist/bin/next", "start", "--port", "0", "--hostname", "127.0.0.1"];
/** What the container runs (`Dockerfile`). */
const IMAGE_MAIN = ".next/switchboard/main.mjs";
/** The output of each adapter once it listens. */
const READY: Record<HttpAdapter, RegExp> = {
  main: /is ready at (\S+)[\s\S]*Call it with a key/,
  next: /Local:\s+(\S+)[\s\S]*Ready in/,
};

/**
 * Starts the production process on a free port and a data folder of its own. Needs the build of `npm test`. `image` is a
 * folder with the files of the container image, to run them instead of the project's.
 */
export async function startProduction(
  adapter: HttpAdapter,
  { image, ...options }: GatewayOptions & { image?: string } = {},
): Promise<Production> {
  const folder = options.folder ?? (await newDataFolder());
  const env = { ...environmentOf(options, folder), NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const main = image ? IMAGE_MAIN : await bundledEntry("main");
  const command = adapter === "main" ? [...NODE_FLAGS, main] : NEXT;
  const child = spawn(NODE, command, { cwd: image ?? PROJECT, env, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  const output = () => Buffer.concat(chunks).toString();
  // The process must not outlive an interrupted test run.
  const killChild = () => child.kill("SIGKILL");
  process.once("exit", killChild);
  const url = await whenReady(child, chunks, READY[adapter], output);
  return {
    url,
    call: callerOf(url),
    setUpUrl: /Create the owner:\s+(\S+)/.exec(output())?.[1],
    output,
    async stop() {
      process.off("exit", killChild);
      await end(child, "SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function whenReady(child: ChildProcess, chunks: Buffer[], ready: RegExp, output: () => string): Promise<string> {
  return new Promise((started, failed) => {
    const read = (chunk: Buffer) => {
      chunks.push(chunk);
      const address = ready.exec(output())?.[1];
      if (address) started(address);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", read);
    child.once("close", (code) => failed(new Error(`it ended with ${code} at its start: ${output()}`)));
  });
}
