import { expect } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";

/** Abandons a request before its upstream responds, and expects the upstream to be aborted and the row to say so. */
export async function expectDisconnect(
  gateway: TestGateway,
  upstream: Upstream,
  path: string,
  body: object,
): Promise<void> {
  upstream.script({ fault: { headersDelayMs: 20_000 } });
  const session = `left-${crypto.randomUUID()}`;
  const leaving = new AbortController();
  const call = fetch(`${gateway.url}/api/v1${path}`, {
    method: "POST",
    signal: leaving.signal,
    headers: { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` },
    body: JSON.stringify({ ...body, session_id: session }),
  });
  await expect.poll(() => upstream.requests.length, { timeout: 5000 }).toBe(1);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await upstream.requests[0]?.closed;
  expect(upstream.requests[0]?.aborted).toBe(true);
  const rows = () => gateway.call("GET", `/generations?session_id=${session}`).then(({ body }) => body.data);
  await expect.poll(async () => (await rows())[0]?.status_class, { timeout: 10_000 }).toBe("cancelled");
}
