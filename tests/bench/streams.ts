import { Pool } from "undici";
import { median } from "./numbers.ts";
import { cpuUs, residentKb, type Target } from "./target.ts";

export type StreamFigures = { chunksPerSecond: number; cpuUsPerChunk: number; firstByteP50Ms: number };

export const EVENTS = 100;
/**
 * Time to the first byte is measured at the first content: earlier events carry none, and the gateway holds them back
 * until then.
 */
const CONTENT = /"content":"[^"]/;
const GAP_MS = 5;

function streamBody(prompt: string): string {
  return JSON.stringify({
    model: "openai/gpt-5-mini",
    stream: true,
    max_tokens: 4096,
    messages: [{ role: "user", content: prompt }],
  });
}

/** Reads streams of `eventsEach` events, 5 ms apart, `concurrent` at a time and `rounds` on each connection. */
export async function measureStreams(
  target: Target,
  concurrent: number,
  rounds: number,
  eventsEach = EVENTS,
): Promise<StreamFigures> {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections: concurrent, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const body = streamBody(`fault-words-${eventsEach} fault-slow-chunks-${GAP_MS}`);
  const firstBytesMs: number[] = [];
  let events = 0;
  const startedMs = performance.now();
  const startedCpuUs = cpuUs(target.process);
  const read = async () => {
    for (let round = 0; round < rounds; round++) {
      const sentMs = performance.now();
      const response = await pool.request({ path: pathname, method: "POST", headers: target.headers, body });
      let last = "";
      let hasContent = false;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        last = chunk.toString("latin1");
        if (!hasContent && CONTENT.test(last)) {
          hasContent = true;
          firstBytesMs.push(performance.now() - sentMs);
        }
        events += last.split("\n\n").length - 1;
      }
      if (!last.endsWith("data: [DONE]\n\n"))
        throw new Error(`${target.name} did not end its stream: ${last.slice(-200)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, read));
  const seconds = (performance.now() - startedMs) / 1000;
  const usedCpuUs = cpuUs(target.process) - startedCpuUs;
  await pool.close();
  return { chunksPerSecond: events / seconds, cpuUsPerChunk: usedCpuUs / events, firstByteP50Ms: median(firstBytesMs) };
}

/** Opens streams that stay open and returns how much resident memory each one takes, in kB. */
export async function measureMemory(target: Target, count: number): Promise<number> {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections: count, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const body = streamBody("fault-stall-3");
  const stop = new AbortController();
  const beforeKb = residentKb(target.process);
  const open = async () => {
    const response = await pool.request({
      path: pathname,
      method: "POST",
      headers: target.headers,
      body,
      signal: stop.signal,
    });
    response.body.on("data", () => undefined).on("error", () => undefined);
  };
  for (let opened = 0; opened < count; opened += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - opened) }, open));
  await new Promise((done) => setTimeout(done, 2_000));
  const perStreamKb = (residentKb(target.process) - beforeKb) / count;
  stop.abort();
  await pool.destroy();
  await new Promise((done) => setTimeout(done, 1_000));
  return perStreamKb;
}
