import { afterEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { FAILOVER_ENV, LANE_PROVIDERS, LANES } from "./lanes.ts";
import { callLane, closeCircuits, script } from "./run-lane.ts";
import { SCENARIOS, verdictOf } from "./scenarios.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: LANE_PROVIDERS,
  env: FAILOVER_ENV,
});

const heal = () => closeCircuits(gateway, upstream);

const CUTS = SCENARIOS.filter(({ id }) => ["S08", "S09", "S10"].includes(id));

describe.each(CUTS)("$id $title, with provider.resume", (scenario) => {
  afterEach(heal);

  test("its fallback resumes every stream", async () => {
    const all = await Promise.all(
      LANES.filter(({ stream }) => stream).map(async (lane) => {
        script(upstream, lane, scenario);
        const provider = { only: [lane.primary.provider, lane.fallback.provider], resume: true };
        const { verdict, why } = verdictOf(scenario, await callLane(gateway, upstream, lane, { provider }), lane);
        return { scenario: `${scenario.id} resumed`, lane: lane.id, verdict, why };
      }),
    );
    expect(all.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  });
});

describe.each(SCENARIOS)("$id $title", (scenario) => {
  afterEach(heal);

  test("every dialect and provider behaves as described", async () => {
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
    expect(all.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  });
});
