import { expect, test } from "vitest";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../calling.ts";

const upstream = sharedUpstream();

test("a process that stops rejects waiting requests, which can be sent again, and finishes the others", async () => {
  const gateway = await startGateway({ upstream, providers: ["openai"] });
  const rule = { name: "One", subject: "workspace", concurrent_requests: 1, max_wait_seconds: 60 };
  const { id } = (await gateway.call("POST", "/rate-limits", rule)).body.data;
  const ask = (text: string) => gateway.call("POST", "/chat/completions", saying("chat", "openai/gpt-4o-mini", text));
  const running = ask("fault-slow-headers-2000");
  await expect.poll(() => upstream.requests.length).toBe(1);
  const waiting = ask("Hello");
  const waits = async () => (await gateway.call("GET", `/rate-limits/${id}/use`)).body.waiting_requests;
  await expect.poll(waits).toBe(1);
  const stopped = gateway.stop();
  const { status, headers } = await waiting;
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await running).status).toBe(200);
  expect(await stopped).toBe(0);
  expect(upstream.requests).toHaveLength(1);
});
