import { beforeAll, beforeEach, expect } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

/** 40 input tokens at 0.15 and 20 output tokens at 0.60 USD a million; a request reserves 0.000023. */
export const COST_USD = 0.000018;
export const PROMPT = "count these words ".repeat(14);
export const BUDGETS = "/workspaces/default/shared-budgets";

/** Returns a name that no other test uses. */
export const unique = () => crypto.randomUUID().slice(0, 8);

/** A gateway whose requests cost COST_USD, with an owner, a member and a key, for all tests of a file. */
export function sharedBudgetSetUp(...providers: string[]) {
  const upstream = sharedUpstream();
  const gateway = sharedGateway({ upstream, providers });
  const people = {} as { owner: Person; member: Person; key: string; hash: string };
  beforeAll(async () => {
    const owner = await becomeOwner(gateway);
    const member = await join(gateway, owner, "member", "alan@example.com");
    Object.assign(people, { owner, member, ...(await gateway.newKey()) });
  });
  beforeEach(() => upstream.script({ usage: { inputTokens: 40, outputTokens: 20 } }));

  const call = (sent: object, headers: Record<string, string> = {}, by = people.key) =>
    gateway.call(
      "POST",
      "/responses",
      { model: "openai/gpt-4o-mini", input: PROMPT, max_output_tokens: 20, ...sent },
      { key: by, headers },
    );
  const statusOf = async (...sent: Parameters<typeof call>) => (await call(...sent)).status;

  /** Creates a budget that covers some requests, and returns its path. */
  async function create(fields: object, calls = 1.5): Promise<string> {
    const body = { name: `Team ${unique()}`, limit_usd: Number((COST_USD * calls).toFixed(9)), ...fields };
    const made = await gateway.call("POST", BUDGETS, body);
    expect(made.status).toBe(201);
    return `${BUDGETS}/${made.body.data.id}`;
  }
  return { upstream, gateway, people, call, statusOf, create };
}
