import { rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DialectName, eventsIn, looksFinished, PATHS, saying, textIn, until } from "#tests/pipeline/calling.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

let upstream: Upstream;
let gateway: TestGateway;

beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(async () => {
  await upstream.close();
  rmSync(gateway.folder, { recursive: true, force: true });
});

const MODELS = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5", "google/gemini-2.5-flash"];
const CALLS = MODELS.flatMap((model) =>
  (["responses", "messages", "chat"] as const).map((dialect): [DialectName, string] => [dialect, model]),
);

async function start(env: Record<string, string>): Promise<void> {
  gateway = await startGateway({ upstream, env });
}

/** A stream's id and its received part, however it ended. */
async function readStream(dialect: DialectName, model: string, text: string) {
  const authorization = `Bearer ${gateway.managementKey}`;
  const response = await fetch(`${gateway.url}/api/v1${PATHS[dialect]}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", "x-response-events": "openai" },
    body: JSON.stringify(saying(dialect, model, text, { stream: true })),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  const rest = async () => {
    const chunks = [first.value ?? new Uint8Array()];
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (value) chunks.push(value);
      if (done)
        return eventsIn(
          Buffer.concat(chunks)
            .toString()
            .replace(/\n[^\n]*$/, ""),
        );
    }
  };
  return { id: response.headers.get("x-generation-id"), rest: rest() };
}

test("streams cut at shutdown do not look complete, and the ledger has what they delivered", async () => {
  await start({ DRAIN_TIMEOUT_MS: "500" });
  const text = "fault-slow-chunks-20 fault-words-1000";
  const streams = await Promise.all(CALLS.map(([dialect, model]) => readStream(dialect, model, text)));
  expect(await gateway.stop({ keepFolder: true })).toBe(0);
  const next = await openPooledGateway({ upstream, folder: gateway.folder });
  for (const [index, { id, rest }] of streams.entries()) {
    const [dialect] = CALLS[index] as [DialectName, string];
    const events = await rest;
    expect(looksFinished(dialect, events)).toBe(false);
    const words = textIn(events).split(" ").length;
    const { status, body } = await next.call("GET", `/generation?id=${id}`);
    expect([CALLS[index], status]).toEqual([CALLS[index], 200]);
    expect(body.data.tokens_completion).toBeGreaterThanOrEqual(words / 2);
    expect(body.data.cost_nano_usd).toBeGreaterThan(0);
  }
  await next.stop({ keepFolder: true });
});

test("Ctrl-C, which arrives twice, also lets streams finish", async () => {
  await start({});
  const { rest } = await readStream("chat", MODELS[0] as string, "fault-slow-chunks-20 fault-words-10");
  process.kill(gateway.pid, "SIGINT");
  await sleep(50);
  process.kill(gateway.pid, "SIGINT");
  expect(looksFinished("chat", await rest)).toBe(true);
  expect(await gateway.stop({ keepFolder: true })).toBe(0);
});

test("streams that finish in time are complete", async () => {
  await start({});
  const { id, rest } = await readStream("chat", MODELS[0] as string, "fault-slow-chunks-20 fault-words-10");
  expect(await gateway.stop({ keepFolder: true })).toBe(0);
  expect(looksFinished("chat", await rest)).toBe(true);
  const next = await openPooledGateway({ upstream, folder: gateway.folder });
  expect((await next.call("GET", `/generation?id=${id}`)).body.data).toMatchObject({ status: 200, cancelled: false });
  await next.stop({ keepFolder: true });
});

/**
 * One request on a connection of the agent: its status, whether its response ends the connection, or the error's code.
 */
function keptAlive(agent: Agent): Promise<{ status: number; connection: string | undefined } | { code: string }> {
  return new Promise((done) => {
    const outgoing = request(
      `${gateway.url}/api/v1/chat/completions`,
      {
        agent,
        method: "POST",
        headers: { authorization: `Bearer ${gateway.managementKey}`, "content-type": "application/json" },
      },
      (response) => {
        response.resume();
        response.on("end", () => done({ status: response.statusCode ?? 0, connection: response.headers.connection }));
        response.on("error", (error: NodeJS.ErrnoException) => done({ code: String(error.code) }));
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => done({ code: String(error.code) }));
    outgoing.end(JSON.stringify(saying("chat", MODELS[0] as string, "Hello")));
  });
}

test("a restart under load breaks no persistent connection", async () => {
  await start({ DRAIN_LEAD_MS: "1500" });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const outcomes: Awaited<ReturnType<typeof keptAlive>>[] = [];
  let isSignalled = false;
  const worker = async () => {
    for (;;) {
      const outcome = await keptAlive(agent);
      outcomes.push(outcome);
      // Its next request reaches another process.
      if ("code" in outcome || outcome.connection === "close") return;
      // Some come back late.
      if (isSignalled) await sleep(Math.random() * 1_200);
    }
  };
  const workers = Array.from({ length: 16 }, worker);
  await until(() => outcomes.length >= 64, "calls on all connections");
  process.kill(gateway.pid, "SIGTERM");
  isSignalled = true;
  await Promise.all(workers);
  agent.destroy();
  expect(outcomes.filter((outcome) => !("status" in outcome && outcome.status === 200))).toEqual([]);
  expect(outcomes.filter((outcome) => "connection" in outcome && outcome.connection === "close")).toHaveLength(16);
  await until(() => !isRunning(gateway.pid), "the end of the process");
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
