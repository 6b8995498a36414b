import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { UpstreamError } from "#server/errors.ts";
import { engineError } from "#server/providers/local/optional-engine.ts";

/** The error of a thread that runs this code. */
function errorOf(source: string): Promise<unknown> {
  const worker = new Worker(source, { eval: true });
  return new Promise((came) => worker.once("error", came));
}

test("a missing local engine is a retryable failure", async () => {
  for (const source of ['require.resolve("no-such-engine")', 'import("no-such-engine")']) {
    const error = engineError(await errorOf(source), "local/flite");
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ status: 503, retryable: true, message: expect.stringContaining("local/flite") });
  }
});

test("any other error of an engine remains a bug", async () => {
  const error = await errorOf('throw new Error("broken")');
  expect(engineError(error, "local/flite")).toBe(error);
});
