import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_FLAGS, NODE_VARIABLES } from "#server/cli/node-flags.mjs";
import { startPostgres } from "#tests/support/databases.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { createLimitedKey } from "./limited-key.ts";
import { median, round } from "./numbers.ts";
import { measureRequests, type RequestFigures } from "./requests.ts";
import { EVENTS, measureMemory, measureStreams } from "./streams.ts";
import { startProgram, stopProgram, type Target } from "./target.ts";

// Measures everything in one run, as a ratio to a bare proxy: Switchboard with its own HTTP adapter on PostgreSQL, as
// under load in production; the same on the embedded database, which works in the same process; and the same handlers
// under plain `next start`. Each runs alone, in turn, against the same local upstream.

const CONNECTIONS = [1, 16, 64, 256];
const ROUNDS = 5;
const WARM_MS = 10_000;
/**
 * Warms up streams for about as long, 64 at a time: long ones for code that runs for each chunk, short ones for code
 * that runs once.
 */
const WARM_STREAM_ROUNDS = 18;
const WARM_SHORT = { rounds: 100, events: 4 };
const MEASURE_MS = 2_500;
/** More rounds, since a collection of the whole heap falls into some of them. */
const STREAM_ROUNDS = 7;
const KEY = "sk-sb-benchmark-management-key-000000";

const folder = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
const upstreamPort = await freePort();
const upstream = await startProgram(
  ["tests/support/upstream/main.ts", "--port", String(upstreamPort)],
  {},
  /listening/,
);

const postgres = await startPostgres();
const bare = await startBare();
const switchboard = await startSwitchboard("Switchboard", [".next/switchboard/main.mjs"], {
  DATABASE_URL: postgres.url,
});
const embedded = await startSwitchboard("embedded", [".next/switchboard/main.mjs"], {});
const next = await startSwitchboard("next start", ["node_modules/next/dist/bin/next", "start"], {});
const targets = [bare, switchboard, embedded, next];

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, medians of ${ROUNDS} interleaved rounds, of streams ${STREAM_ROUNDS}\n`,
);
for (const target of targets) await measureRequests(target, 16, WARM_MS);
const requests = new Map<number, Map<Target, RequestFigures>>();
// The most connections first: a single connection would let the warmed-up process cool down.
for (const connections of CONNECTIONS.toReversed()) {
  requests.set(
    connections,
    await measureInterleaved(ROUNDS, (target) => measureRequests(target, connections, MEASURE_MS)),
  );
}
for (const target of targets) {
  await measureStreams(target, 64, WARM_STREAM_ROUNDS);
  await measureStreams(target, 64, WARM_SHORT.rounds, WARM_SHORT.events);
}
const streams = await measureInterleaved(STREAM_ROUNDS, (target) => measureStreams(target, 64, 3));
const single = await measureInterleaved(ROUNDS, (target) => measureStreams(target, 1, 5));
const memory = new Map<Target, Map<number, number>>();
for (const target of targets) memory.set(target, await memoryFigures(target));
for (const target of targets) await stopProgram(target.process);
await stopProgram(upstream);
await postgres.close();
rmSync(folder, { recursive: true, force: true });
report();

function at(connections: number, target: Target): RequestFigures {
  return of(requests.get(connections) as Map<Target, RequestFigures>, target);
}

function of<T>(figures: Map<Target, T>, target: Target): T {
  return figures.get(target) as T;
}

async function startBare(): Promise<Target> {
  const port = await freePort();
  const address = `http://127.0.0.1:${upstreamPort}`;
  const child = await startProgram(["tests/bench/bare-proxy.ts", address, String(port)], {}, /listening/);
  const headers = { "content-type": "application/json", authorization: "Bearer x" };
  return { name: "bare proxy", url: `http://127.0.0.1:${port}/v1/chat/completions`, headers, process: child };
}

async function startSwitchboard(name: string, program: string[], database: Record<string, string>): Promise<Target> {
  const port = await freePort();
  const env = {
    ...NODE_VARIABLES,
    ...database,
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: join(folder, name),
    LOG_LEVEL: "warn",
    SWITCHBOARD_MANAGEMENT_KEY: KEY,
    OPENAI_API_KEY: "x",
    OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
    UPSTREAM_CONNECTIONS: "10000",
    IDLE_TIMEOUT_MS: "120000",
    DISCOVER_LOCAL_SERVERS: "off",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const child = await startProgram([...NODE_FLAGS, ...program], env, /[Rr]eady/);
  const base = `http://127.0.0.1:${port}/api/v1`;
  const secret = await createLimitedKey(base, KEY);
  const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
  return {
    name,
    url: `${base}/chat/completions`,
    headers,
    process: child,
  };
}

/** Measures all targets in each round, so that other work on the machine affects all of them alike. */
async function measureInterleaved<T extends Record<string, number>>(
  rounds: number,
  measure: (target: Target) => Promise<T>,
): Promise<Map<Target, T>> {
  const all = new Map<Target, T[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) all.get(target)?.push(await measure(target));
  }
  return new Map([...all].map(([target, figures]) => [target, medians(figures)]));
}

async function memoryFigures(target: Target): Promise<Map<number, number>> {
  const figures = new Map<number, number>();
  for (const count of [1_000, 5_000]) figures.set(count, await measureMemory(target, count));
  return figures;
}

function medians<T extends Record<string, number>>(rounds: T[]): T {
  const names = Object.keys(rounds[0] as T);
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((figures) => figures[name] as number))])) as T;
}

function report(): void {
  for (const connections of CONNECTIONS) {
    console.log(`Calls, ${connections} connections`);
    for (const target of targets) {
      const { requestsPerSecond, cpuUsPerRequest, p50Ms, p99Ms } = at(connections, target);
      const floor = at(connections, bare);
      console.log(
        `  ${target.name.padEnd(12)} ${requestsPerSecond.toFixed(0).padStart(6)}/s  CPU ${cpuUsPerRequest.toFixed(0).padStart(4)} us (${(cpuUsPerRequest / floor.cpuUsPerRequest).toFixed(2)}x)  p50 ${p50Ms.toFixed(2)} ms (+${(p50Ms - floor.p50Ms).toFixed(2)})  p99 ${p99Ms.toFixed(2)} ms (+${(p99Ms - floor.p99Ms).toFixed(2)})`,
      );
    }
  }
  for (const [title, figures] of [
    ["Streams, 1 at a time", single],
    ["Streams, 64 at a time", streams],
  ] as const) {
    console.log(`${title}, ${EVENTS} events 5 ms apart`);
    for (const target of targets) {
      const { chunksPerSecond, cpuUsPerChunk, firstByteP50Ms } = of(figures, target);
      const floor = of(figures, bare);
      console.log(
        `  ${target.name.padEnd(12)} ${chunksPerSecond.toFixed(0).padStart(6)} chunks/s  CPU ${cpuUsPerChunk.toFixed(1).padStart(5)} us a chunk (${(cpuUsPerChunk / floor.cpuUsPerChunk).toFixed(2)}x)  first byte ${firstByteP50Ms.toFixed(2)} ms (+${(firstByteP50Ms - floor.firstByteP50Ms).toFixed(2)})`,
      );
    }
  }
  console.log("Memory of open streams, kB each");
  for (const target of targets) {
    console.log(
      `  ${target.name.padEnd(12)} ${[...of(memory, target)].map(([count, kb]) => `${count}: ${kb.toFixed(0)}`).join("   ")}`,
    );
  }
  if (process.argv.includes("--json")) console.log(JSON.stringify(summary()));
}

function summary() {
  const [floor, ours] = [at(16, bare), at(16, switchboard)];
  const perSecond = (target: Target) =>
    Object.fromEntries(CONNECTIONS.map((count) => [count, round(at(count, target).requestsPerSecond, 0)]));
  return {
    cpuPerRequestRatio: round(ours.cpuUsPerRequest / floor.cpuUsPerRequest),
    cpuPerChunkRatio: round(of(streams, switchboard).cpuUsPerChunk / of(streams, bare).cpuUsPerChunk),
    kilobytesPerStream: round(of(memory, switchboard).get(5_000) as number, 1),
    addedP50Ms: round(ours.p50Ms - floor.p50Ms),
    addedP99Ms: round(ours.p99Ms - floor.p99Ms),
    addedFirstByteP50Ms: round(of(single, switchboard).firstByteP50Ms - of(single, bare).firstByteP50Ms),
    cpuUsPerRequest: round(ours.cpuUsPerRequest, 1),
    requestsPerSecond: perSecond(switchboard),
    bareRequestsPerSecond: perSecond(bare),
    chunksPerSecond: round(of(streams, switchboard).chunksPerSecond, 0),
    kilobytesPerStreamAt1000: round(of(memory, switchboard).get(1_000) as number, 1),
    embeddedCpuPerRequestRatio: round(at(16, embedded).cpuUsPerRequest / floor.cpuUsPerRequest),
    embeddedAddedP50Ms: round(at(16, embedded).p50Ms - floor.p50Ms),
    nextStartCpuPerRequestRatio: round(at(16, next).cpuUsPerRequest / floor.cpuUsPerRequest),
  };
}
