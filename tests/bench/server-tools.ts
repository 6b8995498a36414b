import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { Pool } from "undici";
import { startGateway } from "#tests/support/servers/gateway.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { median, round } from "./numbers.ts";

// What a step of a loop of server tools costs us: a loop of ten steps through the gateway, beside ten calls with the same
// conversation whose client runs the tool itself, and beside the same requests sent to the upstream directly. Whole
// responses in the messages dialect, which are converted in either case; one connection, in turn.

const STEPS = 10;
const WARM_LOOPS = 150;
const ROUNDS = 7;
const LOOPS = 60;
const MOST_MS = 1;
const TICK_US = 10_000;

const upstream = await startUpstream();
const gateway = await startGateway({ upstream, providers: ["openai"] });
const PATH = "/api/v1/messages";
const QUESTION = { role: "user", content: "What time is it?" };
const FIELDS = { model: "openai/gpt-4o-mini", max_tokens: 100 };
const loop = JSON.stringify({ ...FIELDS, messages: [QUESTION], tools: [{ type: "switchboard:datetime" }] });
const calls = Array.from({ length: STEPS }, (_, done) => JSON.stringify(callAfter(done)));
const door = new Pool(gateway.url, { connections: 1, pipelining: 1 });
const direct = new Pool(upstream.url, { connections: 1, pipelining: 1 });

const sent = await recordedLoop();
await repeated(WARM_LOOPS, runLoop);
await repeated(WARM_LOOPS, runCalls);
await repeated(WARM_LOOPS, replay);
const loopMs: number[] = [];
const callsMs: number[] = [];
const directMs: number[] = [];
const loopUs: number[] = [];
const callsUs: number[] = [];
for (let index = 0; index < ROUNDS; index++) {
  const startedUs = cpuUsOf(gateway.pid);
  loopMs.push(await repeated(LOOPS, runLoop));
  const betweenUs = cpuUsOf(gateway.pid);
  callsMs.push(await repeated(LOOPS, runCalls));
  loopUs.push((betweenUs - startedUs) / (LOOPS * STEPS));
  callsUs.push((cpuUsOf(gateway.pid) - betweenUs) / (LOOPS * STEPS));
  directMs.push(await repeated(LOOPS, replay));
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
await Promise.all([door.close(), direct.close()]);
await gateway.stop();
await upstream.close();
if (addedMs >= MOST_MS) throw new Error(`the loop adds ${addedMs} ms to a step, which is not below ${MOST_MS}`);

/** Returns what the gateway sends in one loop, and checks that it has ten steps. */
async function recordedLoop(): Promise<RecordedRequest[]> {
  const text = await runLoop();
  if (!text.includes("It is late.") || upstream.requests.length !== STEPS) {
    throw new Error(`${upstream.requests.length} steps: ${text.slice(0, 500)}`);
  }
  return [...upstream.requests];
}

/** Makes the upstream call the tool in all responses but the last. */
function script(): void {
  upstream.reset();
  const toolCalls = [{ name: "datetime", arguments: {} }];
  upstream.script({ times: STEPS - 1, answer: { toolCalls, text: "", finish: "tool" } });
  upstream.script({ times: 1, answer: { toolCalls: [], text: "It is late.", finish: "stop" } });
}

async function runLoop(): Promise<string> {
  script();
  const headers = { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` };
  const { body } = await door.request({ path: PATH, method: "POST", headers, body: loop });
  return await body.text();
}

/** The same conversation, call by call. */
async function runCalls(): Promise<void> {
  script();
  const headers = { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` };
  for (const call of calls) {
    const { body, statusCode } = await door.request({ path: PATH, method: "POST", headers, body: call });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(text);
  }
}

/** Returns a call after some results of a tool that its client runs. */
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
  script();
  for (const { path, raw, headers } of sent) {
    const { "content-type": type = "", authorization = "" } = headers;
    const own = { "content-type": type, authorization };
    const { body } = await direct.request({ path, method: "POST", headers: own, body: raw });
    await body.text();
  }
}

/** Returns the milliseconds of one run, on average. */
async function repeated(times: number, run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  for (let index = 0; index < times; index++) await run();
  return (performance.now() - startedMs) / times;
}

/** CPU time that a process has used on all its threads, microseconds, in steps of 10 ms (Linux). */
function cpuUsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}
