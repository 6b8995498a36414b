import type { ChildProcess } from "node:child_process";
import { Pool } from "undici";
import { median, percentile } from "./numbers.ts";
import { cpuUs, type Target } from "./target.ts";

export type RequestFigures = { requestsPerSecond: number; cpuUsPerRequest: number; p50Ms: number; p99Ms: number };

const BODY = JSON.stringify({
  model: "openai/gpt-5-mini",
  max_tokens: 64,
  messages: [
    { role: "system", content: "You answer in one short paragraph and never repeat the question." },
    { role: "user", content: `Summarize: ${"The quick brown fox jumps over the lazy dog. ".repeat(24)}` },
  ],
});

/** Sends non-streamed requests over `connections` connections for a time, one after the other on each. */
export async function measureRequests(
  target: Omit<Target, "process"> & { process: Pick<ChildProcess, "pid"> },
  connections: number,
  durationMs: number,
): Promise<RequestFigures> {
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  const startedCpuUs = cpuUs(target.process);
  const endsMs = startedMs + durationMs;
  const send = async () => {
    while (performance.now() < endsMs) {
      const sentMs = performance.now();
      const response = await pool.request({ path: pathname, method: "POST", headers: target.headers, body: BODY });
      const text = await response.body.text();
      if (response.statusCode !== 200)
        throw new Error(`${target.name} answered ${response.statusCode}: ${text.slice(0, 300)}`);
      latenciesMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - startedMs) / 1000;
  const usedCpuUs = cpuUs(target.process) - startedCpuUs;
  await pool.close();
  return {
    requestsPerSecond: latenciesMs.length / seconds,
    cpuUsPerRequest: usedCpuUs / latenciesMs.length,
    p50Ms: median(latenciesMs),
    p99Ms: percentile(latenciesMs, 99),
  };
}
