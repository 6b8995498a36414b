import { describe, expect, test } from "vitest";
import type { Client } from "./scenario-driver.ts";
import { remoteUpstreams, upstreams } from "./scenario-upstreams.ts";
import type { World } from "./scenario-world.ts";

/** It takes a few milliseconds on an idle machine. The stream would last six seconds. */
const LONGEST_MS = 5_000;

/** A caller disconnects in the middle of a stream. */
export function aborts(client: Client, world: World): void {
  test.each(upstreams)("$name: an abort mid-stream is the client's abort error", async ({ model }) => {
    const { outcome } = await abortAtFirstText(client, world, model);
    expect(outcome).toBeInstanceOf(Error);
    expect(`${(outcome as Error).name} ${(outcome as Error).message}`).toMatch(/abort/i);
  });

  describe.each(remoteUpstreams)("$name", ({ model }) => {
    test("an abort mid-stream stops the upstream", async () => {
      const { abortedAtMs } = await abortAtFirstText(client, world, model);
      const request = world.upstream.requests.at(-1);
      await request?.closed;
      expect(request?.aborted).toBe(true);
      expect((request?.closedAtMs ?? Number.POSITIVE_INFINITY) - abortedAtMs).toBeLessThan(LONGEST_MS);
    });
  });
}

async function abortAtFirstText(client: Client, world: World, model: string) {
  const controller = new AbortController();
  let abortedAtMs = 0;
  const onText = () => {
    abortedAtMs ||= performance.timeOrigin + performance.now();
    controller.abort();
  };
  const prompt = `fault-slow-chunks-20 fault-words-300 ${"on and on ".repeat(100)}`;
  const outcome = await client
    .ask(world.connection(), { model, prompt, streamed: true, signal: controller.signal, onText })
    .catch((error: unknown) => error);
  return { outcome, abortedAtMs };
}
