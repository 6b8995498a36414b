import { cpus } from "node:os";
import { Pool } from "undici";
import { startGateway } from "#tests/support/servers/gateway.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { median, round } from "./numbers.ts";
import { cpuUs } from "./target.ts";

// Measures the cost of one step in a loop of server tools. Compares a loop of ten steps through the gateway with ten
// calls of the same conversation in which the client runs the tool, and with the same requests sent directly to the
// upstream. Responses are not streamed, in the messages dialect, and converted in either case; one connection, one
// request at a time.

const STEPS = 10;
const WARM_LOOPS = 150;
const ROUNDS = 7;
const LOOPS = 60;
const MAX_ADDED_MS = 1;

const upstream = await startUpstream();
const gateway = await startGateway({ upstream, providers: ["openai"] });
const PATH = "/api/v1/messages";
const QUESTION = { role: "user", content: "What time is it?" };
const FIELDS = { model: "openai/gpt-4o-mini", max_tokens: 100 };
const loop = JSON.stringify({ ...FIELDS, messages: [QUESTION], tools: [{ type: "switchboard:datetime" }] });
const calls = Array.from({ length: STEPS }, (_, done) => JSON.stringify(callAfter(done)));
const gatewayPool = new Pool(gateway.url, { connections: 1, pipelining: 1 });
const upstreamPool = new Pool(upstream.url, { connections: 1, pipelining: 1 });

const recordedRequests = await recordLoop();
await averageMs(WARM_LOOPS, runLoop);
await averageMs(WARM_LOOPS, runCalls);
await averageMs(WARM_LOOPS, replay);
const loopMs: number[] = [];
const callsMs: number[] = [];
const directMs: number[] = [];
const loopUs: number[] = [];
const callsUs: number[] = [];
for (let index = 0; index < ROUNDS; index++) {
  const startedUs = cpuUs(gateway);
  loopMs.push(await averageMs(LOOPS, runLoop));
  const betweenUs = cpuUs(gateway);
  callsMs.push(await averageMs(LOOPS, runCalls));
  loopUs.push((betweenUs - startedUs) / (LOOPS * STEPS));
  callsUs.push((cpuUs(gateway) - betweenUs) / (LOOPS * STEPS));
  directMs.push(await averageMs(LOOPS, replay));
}
const addedMs = round((median(loopMs) - median(callsMs)) / STEPS, 3);
console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, medians of ${ROUNDS} rounds of ${LOOPS}\n`,
);
console.table({
  "a loop of ten steps, ms": round(median(loopMs)),
  "ten calls whose client runs the tool, ms": round(median(callsMs)),
  "the same requests sent directly, ms": round(median(directMs)),
  "added by the loop, a step, ms": addedMs,
  "CPU a step of the loop, us": round(median(loopUs), 0),
  "CPU a call, us": round(median(callsUs), 0),
});
await Promise.all([gatewayPool.close(), upstreamPool.close()]);
await gateway.stop();
await upstream.close();
if (addedMs >= MAX_ADDED_MS)
  throw new Error(`the loop adds ${addedMs} ms to a step, which is not below ${MAX_ADDED_MS}`);

/** Returns what the gateway sends in one loop, and checks that it has ten steps. */
async function recordLoop(): Promise<RecordedRequest[]> {
  const text = await runLoop();
  if (!text.includes("It is late.") || upstream.requests.length !== STEPS) {
    throw new Error(`${upstream.requests.length} steps: ${text.slice(0, 500)}`);
  }
  return [...upstream.requests];
}

/** Makes the upstream call the tool in all responses but the last. */
function scriptLoop(): void {
  upstream.reset();
  const toolCalls = [{ name: "datetime", arguments: {} }];
  upstream.script({ times: STEPS - 1, answer: { toolCalls, text: "", finish: "tool" } });
  upstream.script({ times: 1, answer: { toolCalls: [], text: "It is late.", finish: "stop" } });
}

async function runLoop(): Promise<string> {
  scriptLoop();
  const headers = { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` };
  const { body } = await gatewayPool.request({ path: PATH, method: "POST", headers, body: loop });
  return await body.text();
}

/** Sends the same conversation call by call. */
async function runCalls(): Promise<void> {
  scriptLoop();
  const headers = { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` };
  for (const call of calls) {
    const { body, statusCode } = await gatewayPool.request({ path: PATH, method: "POST", headers, body: call });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(text);
  }
}

/** Returns the request after this many results of the tool that the client runs. */
function callAfter(results: number) {
  const description = "Returns the current date and time. The time zone defaults to UTC.";
  const turns = Array.from({ length: results }, (_, index) => [
    { role: "assistant", content: [{ type: "tool_use", id: `call_${index}`, name: "datetime", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `call_${index}`, content: new Date().toString() }] },
  ]).flat();
  const tools = [{ name: "datetime", description, input_schema: { type: "object", properties: {} } }];
  return { ...FIELDS, messages: [QUESTION, ...turns], tools };
}

async function replay(): Promise<void> {
  scriptLoop();
  for (const { path, raw, headers } of recordedRequests) {
    const { "content-type": type = "", authorization = "" } = headers;
    const own = { "content-type": type, authorization };
    const { body } = await upstreamPool.request({ path, method: "POST", headers: own, body: raw });
    await body.text();
  }
}

/** Returns the milliseconds of one run, on average. */
async function averageMs(times: number, run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  for (let index = 0; index < times; index++) await run();
  return (performance.now() - startedMs) / times;
}
