import { beforeEach, describe, expect, test } from "vitest";
import { guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();
const keyFor = guardedKeys(gateway);

const EMAIL = "ana.silva@example.com";
const DAY_MS = 86_400_000;
const hits = async (id: string, query = ""): Promise<ApiResult> =>
  gateway.call("GET", `/guardrails/${id}/hits${query}`);

/** A guardrail with its own key. */
async function guardedKey(fields: object) {
  const name = `guardrail-${crypto.randomUUID()}`;
  const key = await keyFor({ name, ...fields });
  const { body } = await gateway.call("GET", "/guardrails?limit=100");
  const { id } = body.data.find((one: { name: string }) => one.name === name);
  const say = (input: string) => gateway.call("POST", "/responses", { model: "local/echo", input }, { key });
  return { id, say };
}

describe("the findings of a guardrail over time", () => {
  let redacting: Awaited<ReturnType<typeof guardedKey>>;

  beforeEach(async () => {
    redacting = await guardedKey({
      content_filter_builtins: [{ slug: "email", action: "redact", applies_to: "input" }],
      content_filters: [{ pattern: "TICKET-\\d+", action: "block", label: "Ticket", shadow: true }],
    });
  });

  test("are counted by rule and action, as soon as the response is sent", async () => {
    await redacting.say(`to ${EMAIL} and bob@example.com`);
    await redacting.say(`to ${EMAIL} about TICKET-1`);
    await redacting.say("nothing");
    const { status, body } = await hits(redacting.id);
    expect(status).toBe(200);
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
    expect(body.data.granularity).toBe("hour");
    const found = Map.groupBy(
      body.data.hits,
      (hit: { rule: string; direction: string }) => `${hit.rule} ${hit.direction}`,
    );
    const [ticket, email] = body.data.rules;
    expect(email).toEqual({ rule: "email", rule_name: "Email address", pattern: null });
    expect(ticket).toMatchObject({ rule_name: "Ticket", pattern: "TICKET-\\d+" });
    expect(found.get("email input")).toEqual([
      {
        time: hour,
        rule: "email",
        action: "redact",
        shadow: false,
        direction: "input",
        calls: 2,
        matches: 3,
      },
    ]);
    expect(found.get(`${ticket.rule} input`)).toMatchObject([{ action: "block", shadow: true, calls: 1, matches: 1 }]);
    // The echo repeats it.
    expect(found.get(`${ticket.rule} output`)).toMatchObject([{ calls: 1, matches: 1 }]);
    expect(found.size).toBe(3);
  });

  test("can be read by day, and only for the requested range", async () => {
    await redacting.say(`to ${EMAIL}`);
    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const byDay = await hits(redacting.id, "?granularity=day");
    expect(byDay.body.data.hits).toMatchObject([{ time: today.toISOString(), rule: "email", calls: 1 }]);
    const before = await hits(redacting.id, `?end=${today.toISOString()}`);
    expect(before.body.data).toMatchObject({ end: today.toISOString(), hits: [] });
    const year = await hits(redacting.id, `?start=${new Date(Date.now() - 365 * DAY_MS).toISOString()}`);
    expect(year.body.data).toMatchObject({ granularity: "day", hits: [{ calls: 1 }] });
  });

  test("are totaled by guardrail for the requested workspace", async () => {
    await redacting.say(`to ${EMAIL}, TICKET-1 and TICKET-2`);
    const blocking = await guardedKey({ content_filter_builtins: [{ slug: "email", action: "block" }] });
    expect((await blocking.say(`to ${EMAIL}`)).status).toBe(403);
    const { body } = await gateway.call("GET", "/guardrails/hits");
    const of = (id: string) => body.data.hits.filter((hit: { guardrail_id: string }) => hit.guardrail_id === id);
    expect(of(blocking.id)).toEqual([{ guardrail_id: blocking.id, action: "block", shadow: false, matches: 1 }]);
    expect(of(redacting.id)).toEqual([
      { guardrail_id: redacting.id, action: "block", shadow: true, matches: 4 },
      { guardrail_id: redacting.id, action: "redact", shadow: false, matches: 1 },
    ]);
    const byHour = (await gateway.call("GET", "/guardrails/hits?granularity=hour")).body.data.hits;
    const blocked = byHour.filter((hit: { guardrail_id: string }) => hit.guardrail_id === blocking.id);
    expect(blocked).toEqual([{ ...of(blocking.id)[0], time: expect.stringMatching(/T\d\d:00:00\.000Z$/) }]);
    await gateway.call("POST", "/workspaces", { name: "Second", slug: `s-${Date.now()}` });
    const { body: workspaces } = await gateway.call("GET", "/workspaces?limit=100");
    const second = workspaces.data.find((one: { name: string }) => one.name === "Second");
    const elsewhere = await gateway.call("GET", `/guardrails/hits?workspace_id=${second.id}`);
    expect(elsewhere.body.data.hits).toEqual([]);
  });

  test("include those of the default guardrail for every call in its workspace", async () => {
    const made = await gateway.call("POST", "/workspaces", { name: "Strict", slug: `strict-${Date.now()}` });
    const { id, default_guardrail_id: guardrail } = made.body.data;
    await gateway.call("PATCH", `/guardrails/${guardrail}`, {
      content_filter_builtins: [{ slug: "email", action: "block" }],
    });
    const { key } = await gateway.newKey({ workspace_id: id });
    const body = { model: "local/echo", input: EMAIL };
    expect((await gateway.call("POST", "/responses", body, { key })).status).toBe(403);
    expect((await hits(guardrail)).body.data.hits).toMatchObject([{ rule: "email", action: "block", calls: 1 }]);
  });

  test.each([
    ["a start that is not a time", "?start=yesterday", 400],
    ["a time without a zone", "?start=2026-01-01T00:00:00", 400],
    ["an end before its start", "?start=2026-01-02T00:00:00Z&end=2026-01-01T00:00:00Z", 400],
    ["an empty range", "?start=2026-01-02T00:00:00Z&end=2026-01-02T00:00:00Z", 400],
    ["too many hours", "?start=2026-01-01T00:00:00Z&end=2026-04-01T00:00:00Z&granularity=hour", 400],
    ["too many days", "?start=2020-01-01T00:00:00Z&end=2026-04-01T00:00:00Z", 400],
    ["minutes", "?granularity=minute", 400],
    ["the first year of the calendar", "?start=0000-01-01T00:00:00Z&end=0000-01-02T00:00:00Z", 400],
    ["the last year of the calendar", "?start=9999-12-30T00:00:00Z&end=9999-12-31T23:59:59Z", 400],
    ["a year in the far future", "?start=9998-12-01T00:00:00Z&end=9998-12-31T23:59:59Z", 200],
  ])("reject %s with the right status", async (_, query, expected) => {
    for (const path of [`/guardrails/${redacting.id}/hits`, "/guardrails/hits"]) {
      const { status, body } = await gateway.call("GET", `${path}${query}`);
      expect({ path, status }).toEqual({ path, status: expected });
      if (expected === 400) expect(body.error).toMatchObject({ code: 400, message: expect.stringMatching(/\w{4}/) });
    }
  });

  test("are a 404 for an unknown guardrail or workspace", async () => {
    for (const path of [
      `/guardrails/${crypto.randomUUID()}/hits`,
      "/guardrails/nothing/hits",
      "/guardrails/hits?workspace_id=none",
    ]) {
      expect((await gateway.call("GET", path)).status).toBe(404);
    }
  });
});
