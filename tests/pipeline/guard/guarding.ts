import type { TestGateway } from "#tests/support/servers/gateway.ts";

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
