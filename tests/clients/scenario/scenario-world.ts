import { afterAll, beforeAll } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import type { Connection } from "./scenario-driver.ts";

/** The gateway's own process and the provider it calls, for one test file. Filled before its first test. */
export type World = {
  gateway: TestGateway;
  upstream: Upstream;
  /** An ordinary key. */
  key: string;
  connection(changes?: Partial<Connection>): Connection;
};

/** Long enough for a busy machine, short enough for a test to wait for. */
const IDLE_TIMEOUT_MS = 1_000;

/** Starts a world before the tests of this file and stops it after them. */
export function openWorld(): World {
  const world = {
    connection: (changes?: Partial<Connection>) => ({ url: world.gateway.url, key: world.key, ...changes }),
  } as World;
  beforeAll(async () => {
    world.upstream = await startUpstream();
    world.gateway = await openPooledGateway({
      upstream: world.upstream,
      providers: ["openai", "anthropic", "google", "groq", "perplexity-agent"],
      env: { IDLE_TIMEOUT_MS: String(IDLE_TIMEOUT_MS) },
    });
    world.key = (await world.gateway.newKey()).key;
  });
  afterAll(async () => {
    await world.gateway?.stop();
    await world.upstream?.close();
  });
  return world;
}
