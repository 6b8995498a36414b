import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { providers } from "#server/providers/registry.ts";
import { newDataFolder } from "../data-folder.ts";
import { NODE_FLAGS } from "../node-flags.ts";
import type { Message, Started } from "./api-server-messages.ts";
import { bundledEntry } from "./bundle.ts";

export type GatewayOptions = {
  /**
   * Variables in addition to those that tests need. Of the test run's own environment, only PATH and HOME are passed
   * on.
   */
  env?: Record<string, string>;
  /** A fake upstream to call instead of the providers, each of which is below `/<id>` of its URL. */
  upstream?: { url: string };
  /** Ids of the providers whose base URL is at `upstream`. */
  providers?: readonly string[];
  /** The data folder of a gateway that was killed. */
  folder?: string;
};

export type TestGateway = {
  /** `http://127.0.0.1:<port>`; the API is below `/api/v1`. */
  url: string;
  managementKey: string;
  /** DATA_DIR. */
  folder: string;
  /** The one-time link that creates the owner; undefined if there is one. */
  setUpUrl: string | undefined;
  /** Calls the API with the management key, or `key` (null: none). */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<ApiResult>;
  /** Creates an ordinary key; `fields` are those of POST /keys. */
  newKey(fields?: Record<string, unknown>): Promise<{ key: string; hash: string }>;
  pid: number;
  /** Returns the process's standard output and error so far. */
  output(): string;
  /** Sends SIGTERM, waits for the end, returns the exit code, and removes the data folder unless told to keep it. */
  stop(options?: { keepFolder?: boolean }): Promise<number | null>;
  /** SIGKILL; waits for the end. The data folder stays, for a gateway that is started on it again. */
  kill(): Promise<void>;
};

export type CallOptions = { key?: string | null; headers?: Record<string, string> };
/** `body` is the parsed JSON response, or its text. */
export type ApiResult = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> };

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const MANAGEMENT_KEY = "sk-sb-management-key-of-the-tests";

/** Starts the gateway's process with only the API, without pages. It ends with the test run at the latest. */
export async function startGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  const folder = await folderOf(options);
  const { child, output } = await startProcess(environmentOf(options, folder));
  const started = await waitForStart(child, output);
  return gatewayAt(started, {
    folder,
    pid: child.pid as number,
    output,
    end: (signal) => end(child, signal, output),
  });
}

/** Returns the data folder of a gateway with these options. */
export async function folderOf({ folder, env }: GatewayOptions): Promise<string> {
  return folder ?? (await newDataFolder({ isEmpty: env?.DATABASE_URL !== undefined }));
}

type Running = Pick<TestGateway, "folder" | "pid" | "output"> & {
  /** Ends the gateway and returns the exit code of its process. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
};

/** Returns the functions with which tests use a running gateway. */
export function gatewayAt({ url, setUpUrl }: Started, { folder, pid, output, end }: Running): TestGateway {
  const call = callerOf(url);
  return {
    url,
    managementKey: MANAGEMENT_KEY,
    folder,
    setUpUrl,
    call,
    async newKey(fields) {
      const { status, body } = await call("POST", "/keys", { name: "Test", ...fields });
      if (status !== 201) throw new Error(`no key was made: ${JSON.stringify(body)}`);
      return { key: body.key, hash: body.data.hash };
    },
    pid,
    output,
    async stop({ keepFolder = false } = {}) {
      const code = await end("SIGTERM");
      if (!keepFolder) rmSync(folder, { recursive: true, force: true });
      return code;
    },
    async kill() {
      await end("SIGKILL");
    },
  };
}

/** Sends requests below the gateway's service root `url`, with the management key by default. */
export function callerOf(url: string): TestGateway["call"] {
  return (method, path, body, { key = MANAGEMENT_KEY, headers } = {}) =>
    send(`${url}/api/v1${path}`, method, body, { ...(key && { authorization: `Bearer ${key}` }), ...headers });
}

/** Returns the environment variables of a gateway on a data folder, for any HTTP adapter. */
export function environmentOf({ env, upstream, providers: ids }: GatewayOptions, folder: string): NodeJS.ProcessEnv {
  const { PATH = "", HOME = "" } = process.env;
  return {
    PATH,
    HOME,
    NODE_ENV: "test",
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    DISCOVER_LOCAL_SERVERS: "off",
    // Enough for a test. The database fills this memory with zeros when it starts, which takes a sixth of a start's CPU
    // at 32 MB.
    EMBEDDED_CACHE_MB: "8",
    // No client must keep a connection to a gateway that has stopped.
    DRAIN_LEAD_MS: "0",
    // As in `npm start`: it saves a fifth of a start, and the tests start many gateways.
    NODE_COMPILE_CACHE: join(PROJECT, "node_modules/.cache/node"),
    SWITCHBOARD_MANAGEMENT_KEY: MANAGEMENT_KEY,
    ...(upstream && upstreamVariables(upstream.url, ids ?? ["openai", "anthropic", "google"])),
    ...env,
  };
}

function upstreamVariables(url: string, ids: readonly string[]): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const id of ids) {
    const provider = providers.get(id);
    if (!provider) throw new Error(`no provider ${id}`);
    const keyVariable = provider.keyVariable ?? provider.optionalKeyVariable;
    if (keyVariable) variables[keyVariable] = `key-of-${id}`;
    variables[provider.baseUrlVariable] = `${url}/${id}${new URL(provider.baseUrl).pathname.replace(/\/$/, "")}`;
  }
  return variables;
}

/** Starts the gateway's process; returns it, and a function for its output so far. */
export async function startProcess(env: NodeJS.ProcessEnv) {
  const file = await bundledEntry("api-server");
  const child = fork(file, { cwd: PROJECT, env, execArgv: NODE_FLAGS, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return { child, output: () => Buffer.concat(chunks).toString() };
}

async function waitForStart(child: ChildProcess, output: () => string): Promise<Started> {
  const message = await nextMessage(child, "start", output);
  if (typeof message === "object" && "started" in message) return message.started;
  throw new Error(`the gateway did not start: ${JSON.stringify(message)}`);
}

/** Waits for the next message from a gateway's process. `step` names what it is doing, for the error. */
export function nextMessage(child: ChildProcess, step: string, output: () => string): Promise<Message> {
  const message = new Promise<Message>((received, failed) => {
    const ended = (code: number | null) =>
      failed(new Error(`the gateway ended with ${code} at its ${step}: ${output()}`));
    child.once("close", ended);
    child.once("message", (sent) => {
      child.off("close", ended);
      received(sent as Message);
    });
  });
  return withTimeout(message, step, child, output);
}

/** Ends a process if it is still running, and returns its exit code. */
export async function end(
  child: ChildProcess,
  signal: NodeJS.Signals,
  output: () => string = () => "",
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const closed = once(child, "close");
  child.kill(signal);
  await withTimeout(closed, "end", child, output);
  return child.exitCode;
}

const MAX_STEP_MS = 170_000;

/** Kills a process that takes too long, and throws an error that names the step. */
async function withTimeout<Value>(step: Promise<Value>, name: string, child: ChildProcess, output: () => string) {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(new Error(`the gateway did not ${name} within ${MAX_STEP_MS} ms: ${output()}`));
    }, MAX_STEP_MS);
  });
  try {
    return await Promise.race([step, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function send(url: string, method: string, body: unknown, headers: Record<string, string>): Promise<ApiResult> {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    signal: AbortSignal.timeout(MAX_STEP_MS),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
