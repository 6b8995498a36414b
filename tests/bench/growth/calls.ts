import { median } from "../numbers.ts";
import { measureRequests } from "../requests.ts";
import type { Target } from "../target.ts";
import type { Setting } from "./setting.ts";

const CONNECTIONS = 16;
const WARM_MS = 8_000;
const ROUNDS = 5;
const MEASURE_MS = 3_000;

/**
 * CPU time of a request in microseconds: in the gateway's process, and in PostgreSQL, which writes the ledger a little
 * later.
 */
export type CallCost = { gatewayUs: number; postgresUs: number; perSecond: number };

/** Warms up a process and returns the medians of several rounds. */
export async function measureCalls(setting: Setting, target: Target, warmMs = WARM_MS): Promise<CallCost> {
  await measureRequests(target, CONNECTIONS, warmMs);
  const rounds: CallCost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = setting.postgresCpuUs();
    const { cpuUsPerRequest, requestsPerSecond } = await measureRequests(target, CONNECTIONS, MEASURE_MS);
    const calls = (requestsPerSecond * MEASURE_MS) / 1000;
    rounds.push({
      gatewayUs: cpuUsPerRequest,
      postgresUs: (setting.postgresCpuUs() - before) / calls,
      perSecond: requestsPerSecond,
    });
  }
  const of = (name: keyof CallCost) => median(rounds.map((round) => round[name]));
  return { gatewayUs: of("gatewayUs"), postgresUs: of("postgresUs"), perSecond: of("perSecond") };
}

export function describeCost({ gatewayUs, postgresUs, perSecond }: CallCost): string {
  return `gateway ${gatewayUs.toFixed(0)} us, PostgreSQL ${postgresUs.toFixed(0)} us of CPU a call; ${perSecond.toFixed(0)} calls/s`;
}
