import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { describeFinding } from "./describe-finding.ts";
import { everyEndpoint } from "./endpoints.ts";
import { fuzz } from "./run.ts";

const SEED = 1;
const REQUESTS = 2000;
/**
 * A process that is not short of memory collects its garbage late: it grew by 130 to 510 MiB, depending on which
 * requests a seed makes.
 */
const MOST_GROWN_BYTES = 800 * 1024 * 1024;

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream });

test("no request covered by the contract ends in a 5xx, lacks the envelope or hangs", async () => {
  const { findings, statuses, grownBytes } = await fuzz(gateway, { seed: SEED, from: 0, requests: REQUESTS });
  expect(findings.map((finding) => describeFinding(SEED, finding))).toEqual([]);
  expect(gateway.output()).not.toMatch(/request failed|uncaught error/);
  expect(grownBytes).toBeLessThan(MOST_GROWN_BYTES);
  expect((await gateway.call("GET", "/models/count")).status).toBe(200);

  // Requests that reach nothing cannot find anything.
  const asked = new Set([...statuses.keys()].map((name) => name.split(" ")[0]));
  for (const { id } of await everyEndpoint()) expect(asked).toContain(id);
  const succeeded = [...statuses].filter(([name]) => / 2\d\d$/.test(name)).reduce((sum, [, count]) => sum + count, 0);
  expect(succeeded / REQUESTS).toBeGreaterThan(0.25);
}, 600_000);
