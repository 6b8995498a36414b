import { expect, test } from "vitest";
import { readEnvironment } from "#server/env.ts";
import { newServer } from "#server/http/server.ts";

/** How long load balancers keep idle connections: Google Cloud's 600 seconds, Caddy 120, Traefik 90, AWS's 60. */
const LONGEST_MS = 600_000;

test("a load balancer in front closes idle connections before the gateway does", () => {
  expect(newServer(readEnvironment({})).keepAliveTimeout).toBeGreaterThan(LONGEST_MS);
});

test("KEEP_ALIVE_TIMEOUT_MS changes it, for one that keeps them longer", () => {
  expect(newServer(readEnvironment({ KEEP_ALIVE_TIMEOUT_MS: "3700000" })).keepAliveTimeout).toBe(3_700_000);
});
