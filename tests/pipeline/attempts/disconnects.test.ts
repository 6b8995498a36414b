import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { generation } from "#server/data/schema/generations.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { leaving, recordOf, saying, until } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const requestIds: string[] = [];
const nowMs = () => performance.timeOrigin + performance.now();
/** It takes a few milliseconds on an idle machine; unless stopped, each of these upstreams continues for longer. */
const LONGEST_MS = 8_000;

const PATHS = [
  { way: "native", dialect: "messages", model: "anthropic/claude-sonnet-4.5" },
  { way: "native", dialect: "responses", model: "openai/gpt-4o-mini" },
  { way: "native", dialect: "chat", model: "openai/gpt-4o-mini" },
  { way: "converted", dialect: "messages", model: "openai/gpt-4o-mini" },
  { way: "converted", dialect: "responses", model: "anthropic/claude-sonnet-4.5" },
  { way: "converted", dialect: "chat", model: "anthropic/claude-sonnet-4.5" },
] as const;

describe.each(PATHS)("a caller of $dialect ($way) who disconnects", ({ dialect, model, way }) => {
  test("during a stream stops the upstream and is charged for what was delivered", async () => {
    upstream.script({ fault: { replyWords: 1000, eventDelayMs: 20 } });
    const call = begin("stream", { stream: true });
    const headers = await call.chunk;
    await new Promise((done) => setTimeout(done, 300));
    await left(call);
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ cancelled: true, status: 499, finish_reason: "cancelled", error: null });
    expect(record.usage_estimated).toBe(true);
    expect(record.tokens_completion).toBeGreaterThan(3);
    expect(record.tokens_completion).toBeLessThan(500);
    expect(record.cost_nano_usd).toBeGreaterThan(0);
    expect(record.streamed).toBe(true);
  });

  test("before the first content of a stream stops the upstream", async () => {
    upstream.script({ fault: { stallAfterEvents: 1 } });
    const call = begin("content", { stream: true });
    await until(() => upstream.requests[0], "a request upstream");
    await new Promise((done) => setTimeout(done, 100));
    await left(call);
  });

  test("before the headers of a stream stops the upstream", async () => {
    upstream.script({ fault: { headersDelayMs: 20_000 } });
    const call = begin("headers", { stream: true });
    await until(() => upstream.requests[0], "a request upstream");
    await left(call);
  });

  test("from a whole response stops the upstream", async () => {
    upstream.script({ fault: { replyWords: 1000, eventDelayMs: 20, headersDelayMs: way === "native" ? 20_000 : 0 } });
    const call = begin("whole", {});
    await until(() => upstream.requests[0], "a request upstream");
    await new Promise((done) => setTimeout(done, 300));
    await left(call);
  });

  function begin(kind: string, more: Record<string, unknown>) {
    requestIds.push(`${kind}-${way}-${dialect}`);
    return leaving(gateway, dialect, saying(dialect, model, "Hello", more), requestIds.at(-1));
  }

  /** Disconnects, and checks how soon the upstream notices. */
  async function left(call: ReturnType<typeof leaving>): Promise<void> {
    const request = upstream.requests[0] as Upstream["requests"][number];
    expect(request.closedAtMs).toBeUndefined();
    const leftAtMs = nowMs();
    call.leave();
    await request.closed;
    expect(request.aborted).toBe(true);
    expect((request.closedAtMs as number) - leftAtMs).toBeLessThan(LONGEST_MS);
    expect(upstream.requests).toHaveLength(1);
  }
});

test("every abandoned request has a row, even if no response header named it", async () => {
  await gateway.stop({ keepFolder: true });
  const database = await openDatabase({ folder: gateway.folder });
  const rows = await database.queries.select().from(generation);
  await database.close();
  rmSync(gateway.folder, { recursive: true, force: true });
  expect(rows.map(({ requestId }) => requestId).sort()).toEqual(requestIds.toSorted());
  for (const row of rows) {
    expect(row).toMatchObject({ cancelled: true, status: 499, finish: "cancelled", error: null });
    expect(row.attempts).toHaveLength(1);
    const began = row.requestId.startsWith("stream-") || row.requestId.startsWith("whole-converted-");
    if (began) expect(row.usage).toMatchObject({ output_tokens: expect.any(Number) });
    // Before the first content, Anthropic counts the input and one output token.
    else expect((row.usage as { output_tokens?: number }).output_tokens ?? 0).toBeLessThanOrEqual(1);
  }
});
