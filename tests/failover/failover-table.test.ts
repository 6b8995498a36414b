import { writeFileSync } from "node:fs";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { LANES } from "./lanes.ts";
import { callLane, script } from "./run-lane.ts";
import { SCENARIOS, type Verdict, verdictOf } from "./scenarios.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["groq", "openai", "anthropic", "google"],
  env: {
    FIRST_CONTENT_TIMEOUT_MS: "1500",
    LAST_FIRST_CONTENT_TIMEOUT_MS: "12000",
    IDLE_TIMEOUT_MS: "2000",
    CONNECT_TIMEOUT_MS: "1000",
  },
});

type Line = { scenario: string; lane: string; verdict: Verdict; why: string };
const lines: Line[] = [];

afterAll(() => {
  // For a report by hand: FAILOVER_REPORT names a file.
  if (process.env.FAILOVER_REPORT) writeFileSync(process.env.FAILOVER_REPORT, JSON.stringify(lines));
});

/** A response from each primary closes its circuit. */
async function heal(): Promise<void> {
  upstream.reset();
  for (let again = 0; again < 2; again++)
    await Promise.all(LANES.map((lane) => callLane(gateway, upstream, { ...lane, fallback: lane.primary })));
  upstream.reset();
}

const WITH_S15 = process.env.FAILOVER_REPORT !== undefined;

/** Down for a minute, and then well: a call every four seconds. It takes as long as it says, so only a report runs it. */
test.runIf(WITH_S15)(
  "S15 the primary flaps",
  async () => {
    const beganMs = Date.now();
    const isDown = () => Date.now() - beganMs < 60_000;
    upstream.script({
      match: ({ path, raw }) =>
        isDown() &&
        LANES.some(({ id, primary }) => path.startsWith(`/${primary.provider}/`) && raw.includes(`[${id}]`)),
      fault: { status: 503 },
    });
    const whole = { fault: {} } as never;
    for (const lane of LANES) script(upstream, lane, whole);
    const calls = await Promise.all(
      LANES.map(async (lane) => {
        const seen: (Awaited<ReturnType<typeof callLane>> & { atMs: number })[] = [];
        for (let turn = 0; turn < 25; turn++) {
          await new Promise((done) => setTimeout(done, Math.max(0, beganMs + turn * 4_000 - Date.now())));
          const atMs = Date.now() - beganMs;
          seen.push({ ...(await callLane(gateway, upstream, lane)), atMs });
        }
        return { lane, seen };
      }),
    );
    for (const { lane, seen } of calls) {
      const back = seen.find(
        ({ atMs, primaryAtMs, fallbacks }) => atMs >= 60_000 && primaryAtMs.length > 0 && fallbacks === 0,
      );
      const isServed = seen.every(({ outcome }) => outcome === "answer");
      const isBack = back !== undefined && back.atMs <= 90_000;
      const verdict = isServed && isBack ? "pass" : "fail";
      lines.push({ scenario: "S15", lane: lane.id, verdict, why: `back after ${back && back.atMs - 60_000} ms` });
    }
    expect(lines.filter(({ scenario, verdict }) => scenario === "S15" && verdict === "fail")).toEqual([]);
  },
  150_000,
);

const CUTS = SCENARIOS.filter(({ id }) => ["S08", "S09", "S10"].includes(id));

describe.each(CUTS)("$id $title, with provider.resume", (scenario) => {
  afterEach(heal);

  test("every stream is resumed by its fallback", async () => {
    const all = await Promise.all(
      LANES.filter(({ stream }) => stream).map(async (lane) => {
        script(upstream, lane, scenario);
        const provider = { only: [lane.primary.provider, lane.fallback.provider], resume: true };
        const { verdict, why } = verdictOf(scenario, await callLane(gateway, upstream, lane, { provider }), lane);
        return { scenario: `${scenario.id} resumed`, lane: lane.id, verdict, why };
      }),
    );
    lines.push(...all);
    expect(all.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  });
});

describe.each(SCENARIOS)("$id $title", (scenario) => {
  afterEach(heal);

  test("every lane", async () => {
    const fitting = LANES.filter(
      ({ dialect, primary }) => !scenario.onlyChat || (dialect === "chat" && primary.provider === "groq"),
    );
    const all = await Promise.all(
      LANES.map(async (lane) => {
        script(upstream, lane, fitting.includes(lane) ? scenario : { ...scenario, fault: {} });
        const { verdict, why } = verdictOf(scenario, await callLane(gateway, upstream, lane), lane);
        return { scenario: scenario.id, lane: lane.id, verdict, why };
      }),
    );
    lines.push(...all);
    expect(all.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  });
});
