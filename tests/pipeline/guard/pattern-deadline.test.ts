import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post } from "../calling.ts";
import { guardedKeys } from "./guarding.ts";

const upstream = sharedUpstream();
const blocking = sharedGateway({ upstream, providers: ["openai"], env: { PATTERN_DEADLINE_MS: "20" } });
const reporting = sharedGateway({
  upstream,
  providers: ["openai"],
  env: { PATTERN_DEADLINE_MS: "20", PATTERN_DEADLINE_OUTCOME: "report" },
});
const keys = { blocking: guardedKeys(blocking), reporting: guardedKeys(reporting) };

const slow = Array.from({ length: 8 }, (_, index) => ({
  pattern: `[a-m][a-y]{${150 + index}}[n-y]`,
  action: "redact",
}));
const fields = {
  content_filters: slow,
  content_filter_builtins: [{ slug: "email", action: "redact" }],
};
const long = `ana.silva@example.com ${"abcdefghijklmnopqrstuvwxy".repeat(20_000)}`;
const body = (content: string) => ({ model: "openai/gpt-4o-mini", messages: [{ role: "user", content }] });

describe("a request whose patterns exceed their deadline", () => {
  test("is rejected and reaches no upstream", async () => {
    const key = await keys.blocking(fields);
    const { status, text } = await post(blocking, "chat", body(long), { key });
    expect(status).toBe(403);
    expect(JSON.parse(text).error).toMatchObject({
      message: 'Guardrail "Test" blocked the request: custom patterns did not finish in 20 ms.',
      metadata: { rule: "pattern-deadline", action: "block" },
    });
    expect(upstream.requests.length).toBe(0);
  });

  test("continues with its other rules if PATTERN_DEADLINE_OUTCOME is report", async () => {
    const key = await keys.reporting(fields);
    const { status, text } = await post(reporting, "chat", body(long), { key });
    expect(status, text).toBe(200);
    const sent = upstream.requests.map(({ raw }) => raw.toString()).join("");
    expect(sent).toContain("[EMAIL_1]");
    expect(sent).not.toContain("ana.silva");
  });

  test("is accepted if it is short", async () => {
    const key = await keys.blocking(fields);
    const { status, text } = await post(blocking, "chat", body("abcxyz"), { key });
    expect(status, text).toBe(200);
  });
});
