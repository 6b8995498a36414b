import { describe, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const FIRST = "0001-01-01T00:00:00Z";
const LAST = "9999-12-31T23:59:59Z";
/** In UTC they are in the years 0 and 10000. */
const BEFORE = "0001-01-01T00:00:00+23:59";
const AFTER = "9999-12-31T23:59:59-23:59";

type Ask = (start: string, end: string) => Parameters<TestGateway["call"]>;
const search = (names: [string, string], start: string, end: string) =>
  `?${new URLSearchParams({ [names[0]]: start, [names[1]]: end })}`;

const asks: [string, Ask][] = [
  ["the list of calls", (start, end) => ["GET", `/generations${search(["start", "end"], start, end)}`]],
  ["the audit log", (start, end) => ["GET", `/audit${search(["from", "to"], start, end)}`]],
  ["findings", (start, end) => ["GET", `/guardrails/hits${search(["start", "end"], start, end)}`]],
  [
    "analytics",
    (start, end) => ["POST", "/analytics/query", { metrics: ["request_count"], time_range: { start, end } }],
  ],
  [
    "analytics by time",
    (start, end) => [
      "POST",
      "/analytics/query",
      { metrics: ["request_count"], granularity: "day", time_range: { start, end } },
    ],
  ],
  ["a key's expiry", (start, end) => ["POST", "/keys", { name: start, expires_at: end }]],
];

describe.each(asks)("a moment in %s", (_, ask) => {
  test("can be any time from year 1 to 9999", async () => {
    const { status } = await gateway.call(...ask(FIRST, LAST));
    expect([200, 201, 400]).toContain(status);
  });

  test("is rejected if its offset moves it out of that range", async () => {
    const { status, body } = await gateway.call(...ask(BEFORE, AFTER));
    expect(status).toBe(400);
    expect(body.error.message).toContain("years 1 and 9999");
  });
});
