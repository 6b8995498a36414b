import { Agent } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pauseMsAfter, sendOnce } from "#server/jobs/destinations/outcome.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";

describe("the delay after failures", () => {
  test("doubles up to 15 minutes and is random in its upper half", () => {
    const longest = [1, 2, 3, 9, 10, 1_000].map((failures) => pauseMsAfter(failures, null, () => 1));
    expect(longest).toEqual([2_000, 4_000, 8_000, 512_000, 900_000, 900_000]);
    expect(pauseMsAfter(3, null, () => 0)).toBe(4_000);
  });

  test("is at least the receiver's Retry-After, up to an hour", () => {
    expect(pauseMsAfter(1, 60_000, () => 1)).toBe(60_000);
    expect(pauseMsAfter(9, 60_000, () => 1)).toBe(512_000);
    expect(pauseMsAfter(1, 86_400_000, () => 1)).toBe(3_600_000);
  });
});

describe("an attempt", () => {
  const nowMs = Date.parse("2026-11-24T12:00:00Z");
  let receiver: TraceReceiver;
  const dispatcher = new Agent();
  beforeAll(async () => {
    receiver = await startTraceReceiver();
  });
  afterAll(() => Promise.all([receiver.close(), dispatcher.close()]));

  const attempt = (url = receiver.url, signal = new AbortController().signal) =>
    sendOnce({ url, method: "POST", headers: { authorization: "secret" }, body: "{}" }, { dispatcher, signal, nowMs });

  test.each([
    [200, null, false],
    [204, null, false],
    [302, "The receiver responded with status 302", false],
    [400, "The receiver responded with status 400", true],
    [401, "The receiver responded with status 401", false],
    [413, "The receiver responded with status 413", true],
    [500, "The receiver responded with status 500", false],
  ])("has the error %j for status %d", async (status, error, isRejected) => {
    receiver.respondWith(() => ({ status, headers: { location: "http://127.0.0.1:1/secret" } }));
    expect(await attempt()).toEqual({ status, error, isRejected, retryAfterMs: null });
  });

  test.each([
    ["7", 7_000],
    ["Tue, 24 Nov 2026 12:01:30 GMT", 90_000],
    ["Tue, 24 Nov 2026 11:00:00 GMT", 0],
    ["soon", null],
  ])("reads Retry-After: %s", async (header, retryAfterMs) => {
    receiver.respondWith(() => ({ status: 429, headers: { "retry-after": header } }));
    expect(await attempt()).toMatchObject({ status: 429, retryAfterMs });
  });

  test("reveals neither the URL nor a header if the receiver is unavailable", async () => {
    const closed = await startTraceReceiver();
    await closed.close();
    expect(await attempt(`${closed.url}/secret`)).toEqual({
      status: null,
      error: "Could not reach the receiver (ECONNREFUSED)",
      isRejected: false,
      retryAfterMs: null,
    });
  });
});
