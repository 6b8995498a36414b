import { LANES, type Lane } from "#tests/failover/lanes.ts";
import { callLane, script } from "#tests/failover/run-lane.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";

const DOWN_MS = 60_000;
const PAUSE_MS = 4_000;
const CALLS = 25;
/** The longest time that the catalogue allows until a recovered provider is used again. */
const MOST_MS = 30_000;

export type FlapLine = {
  lane: string;
  served: number;
  calls: number;
  backAfterMs: number | undefined;
  passed: boolean;
};

/** S15: the primaries fail for a minute, then recover; a call every four seconds in every lane. */
export async function runFlapping(gateways: readonly TestGateway[], upstream: Upstream): Promise<FlapLine[]> {
  upstream.reset();
  const startedMs = Date.now();
  const isDown = () => Date.now() - startedMs < DOWN_MS;
  upstream.script({
    match: ({ path, raw }) =>
      isDown() && LANES.some(({ id, primary }) => path.startsWith(`/${primary.provider}/`) && raw.includes(`[${id}]`)),
    fault: { status: 503 },
  });
  for (const lane of LANES) script(upstream, lane, { id: "S15", title: "flapping", fault: {} });
  const lines = await Promise.all(
    LANES.map((lane, index) =>
      callRegularly(gateways[index % gateways.length] as TestGateway, upstream, lane, startedMs),
    ),
  );
  upstream.reset();
  return lines;
}

async function callRegularly(
  gateway: TestGateway,
  upstream: Upstream,
  lane: Lane,
  startedMs: number,
): Promise<FlapLine> {
  let served = 0;
  let backAfterMs: number | undefined;
  for (let turn = 0; turn < CALLS; turn++) {
    const dueMs = startedMs + turn * PAUSE_MS;
    await new Promise((done) => setTimeout(done, Math.max(0, dueMs - Date.now())));
    const sentMs = Date.now() - startedMs;
    const { outcome, primaryAtMs, fallbacks } = await callLane(gateway, upstream, lane);
    if (outcome === "answer") served += 1;
    if (sentMs >= DOWN_MS && primaryAtMs.length > 0 && fallbacks === 0) backAfterMs ??= sentMs - DOWN_MS;
  }
  const passed = served === CALLS && backAfterMs !== undefined && backAfterMs <= MOST_MS;
  return { lane: lane.id, served, calls: CALLS, backAfterMs, passed };
}
