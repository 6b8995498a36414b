import { expect } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { recordOf } from "../calling.ts";

/** Creates keys with assigned guardrails. */
export function guardedKeys(gateway: TestGateway) {
  const keys = new Map<string, Promise<string>>();
  const make = async (fields: object) => {
    const made = await gateway.call("POST", "/guardrails", { name: "Test", ...fields });
    if (made.status !== 201) throw new Error(`no guardrail was made: ${JSON.stringify(made.body)}`);
    const { key, hash } = await gateway.newKey();
    await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, { key_hashes: [hash] });
    return key;
  };
  /** Returns a key with a guardrail with these fields; the same key for the same fields. */
  return (fields: object): Promise<string> => {
    const name = JSON.stringify(fields);
    const key = keys.get(name) ?? make(fields);
    keys.set(name, key);
    return key;
  };
}

export const EMAIL = "ana.silva@example.com";

/** Fields of a guardrail with one rule about email addresses. */
export function emailRule(action: "block" | "redact", more: object = {}) {
  return { content_filter_builtins: [{ slug: "email", action, ...more }] };
}

/** Calls an endpoint with a value that the key's guardrail blocks, and expects that nothing is sent, charged or logged. */
export async function expectBlocked(
  gateway: TestGateway,
  upstream: Upstream,
  call: { path: string; body: object; key: string },
  apiType: string,
): Promise<void> {
  const headers = { "x-service-metadata": "enabled" };
  const response = await gateway.call("POST", call.path, call.body, { key: call.key, headers });
  expect(response.status).toBe(403);
  expect(response.body.service_metadata.pipeline).toHaveLength(1);
  expect(upstream.requests).toHaveLength(0);
  expect(await recordOf(gateway, response.headers)).toMatchObject({
    status: 403,
    finish_reason: "content_filter",
    api_type: apiType,
    cost_nano_usd: 0,
  });
  expect(gateway.output()).not.toContain(EMAIL);
}
