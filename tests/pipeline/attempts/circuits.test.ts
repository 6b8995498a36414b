import { describe, expect, test } from "vitest";
import { createCircuits } from "#server/pipeline/attempts/circuit-breaker.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import { post, saying } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["groq", "together", "deepinfra", "fireworks", "cerebras"] });

/** Sends one request that may use these providers; returns those that were called. */
async function calledIn(order: string[]) {
  const from = upstream.requests.length;
  const response = await post(
    gateway,
    "chat",
    saying("chat", MODEL, "Hello", { provider: { order, allow_fallbacks: false } }),
  );
  return { ...response, called: upstream.requests.slice(from).map(({ path }) => path.split("/")[1]) };
}

test("five consecutive failures open a circuit, and a successful probe closes it", async () => {
  upstream.script({ match: ({ path }) => path.startsWith("/groq"), times: 5, fault: { status: 500 } });
  for (let call = 0; call < 5; call++)
    expect((await calledIn(["groq", "together"])).called).toEqual(["groq", "together"]);
  expect((await calledIn(["groq", "together"])).called).toEqual(["together"]);
  const { open_circuits: open, providers } = (await gateway.call("GET", "/system")).body.data;
  expect(open).toMatchObject([{ model_endpoint: expect.stringContaining("@groq"), own_key: false }]);
  expect(providers.find(({ id }: { id: string }) => id === "groq")).toMatchObject({ failed: 5, succeeded: 0 });
  await new Promise((done) => setTimeout(done, 5200));
  expect((await calledIn(["groq", "together"])).called).toEqual(["groq"]);
  expect((await calledIn(["groq", "together"])).called).toEqual(["groq"]);
});

test.each([{ retryAfterSeconds: 2 }, { retryAfterDateSeconds: 3 }, { retryAfterMs: 1500 }])(
  "an upstream's requested pause is respected: %o",
  async (pause) => {
    upstream.script({ match: ({ path }) => path.startsWith("/deepinfra"), times: 1, fault: { status: 429, ...pause } });
    expect((await calledIn(["deepinfra", "together"])).called).toEqual(["deepinfra", "together"]);
    expect((await calledIn(["deepinfra", "together"])).called).toEqual(["together"]);
    await new Promise((done) => setTimeout(done, 3200));
    expect((await calledIn(["deepinfra", "together"])).called).toEqual(["deepinfra"]);
  },
);

test.each([
  ["an overload", 503, 15_000],
  ["a rate limit", 429, 60_000],
])("after %s with a Retry-After of a minute, the next probe is on time (%d, %d ms)", async (_, status, maxSleepMs) => {
  const fault = { status, retryAfterSeconds: 60 };
  upstream.script({ match: ({ path }) => path.startsWith("/fireworks"), times: 1, fault });
  expect((await calledIn(["fireworks", "together"])).called).toEqual(["fireworks", "together"]);
  const { open_circuits: open } = (await gateway.call("GET", "/system")).body.data;
  const circuit = open.find((one: { model_endpoint: string }) => one.model_endpoint.endsWith("@fireworks"));
  const pauseMs = Date.parse(circuit.tried_again_at) - Date.now();
  expect(pauseMs).toBeLessThanOrEqual(maxSleepMs);
  expect(pauseMs).toBeGreaterThan(maxSleepMs * 0.7);
  expect((await calledIn(["fireworks"])).status).toBe(200);
});

test("five consecutive broken streams open a circuit; one complete stream closes it", async () => {
  const stream = async () => {
    const from = upstream.requests.length;
    const routed = { stream: true, provider: { order: ["cerebras", "together"], allow_fallbacks: false } };
    await post(gateway, "chat", saying("chat", MODEL, "Hello", routed));
    return upstream.requests.slice(from).map(({ path }) => path.split("/")[1]);
  };
  upstream.script({ match: ({ path }) => path.startsWith("/cerebras"), times: 6, fault: { cutAfterEvents: 4 } });
  for (let call = 0; call < 5; call++) expect(await stream()).toEqual(["cerebras"]);
  expect(await stream()).toEqual(["together"]);
  await new Promise((done) => setTimeout(done, 5200));
  // The probe starts successfully, then breaks off too.
  expect(await stream()).toEqual(["cerebras"]);
  expect(await stream()).toEqual(["together"]);
  await new Promise((done) => setTimeout(done, 10_200));
  for (let call = 0; call < 3; call++) expect(await stream()).toEqual(["cerebras"]);
});

test("many streams that break together open the circuit once", () => {
  const circuits = createCircuits(() => 0);
  for (let stream = 0; stream < 64; stream++) circuits.brokeOff("a", 1_000);
  expect(circuits.open(1_000)).toEqual([{ circuit: "a", triedAgainAtMs: 6_000 }]);
  expect(circuits.allows("a", 6_000)).toBe(true);
  circuits.succeeded("a");
  circuits.ended("a");
  circuits.brokeOff("a", 7_000);
  expect(circuits.open(7_000)).toEqual([]);
});

test("with no candidate left, the caller learns how long to wait", async () => {
  upstream.script({ fault: { status: 429, retryAfterSeconds: 7 } });
  const { status, headers } = await calledIn(["fireworks"]);
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(7);
  upstream.reset();
  // The only candidate is tried nevertheless, because a rejection would help nobody.
  expect((await calledIn(["fireworks"])).status).toBe(200);
});

test.each<[string, Fault]>([
  ["nothing of it", {}],
  ["to come at once", { retryAfterSeconds: 0 }],
])("a 429 with %s still has Retry-After", async (_, fault) => {
  upstream.script({ fault: { status: 429, ...fault } });
  const waits: number[] = [];
  for (let call = 0; call < 5; call++) {
    const { status, headers } = await calledIn(["cerebras"]);
    expect(status).toBe(429);
    waits.push(Number(headers.get("retry-after")));
  }
  // After the fifth failure, the circuit breaker would avoid it for five seconds.
  expect(waits.slice(0, 4)).toEqual([1, 1, 1, 1]);
  // A pause is jittered by a fifth.
  if ("retryAfterSeconds" in fault) expect(waits[4]).toBe(1);
  else expect([4, 5]).toContain(waits[4]);
  upstream.reset();
  expect((await calledIn(["cerebras"])).status).toBe(200);
});

test("a caller's errors open no circuit", async () => {
  upstream.script({ match: ({ path }) => path.startsWith("/together"), times: 6, fault: { status: 400 } });
  for (let call = 0; call < 6; call++) expect((await calledIn(["together", "groq"])).status).toBe(400);
  expect((await calledIn(["together", "groq"])).called).toEqual(["together"]);
});

describe("one circuit", () => {
  const failing = (times: number, atMs = 0) => {
    const circuits = createCircuits(() => 0);
    for (let failure = 0; failure < times; failure++) circuits.failed("e", atMs);
    return circuits;
  };

  test("opens at the fifth consecutive failure, but not after a success in between", () => {
    expect(failing(4).allows("e", 0)).toBe(true);
    expect(failing(5).allows("e", 0)).toBe(false);
    const circuits = failing(4);
    circuits.succeeded("e");
    circuits.failed("e", 0);
    expect(circuits.allows("e", 0)).toBe(true);
  });

  test("allows one probe at a time", () => {
    const circuits = failing(5);
    expect(circuits.allows("e", 4_999)).toBe(false);
    expect(circuits.allows("e", 5_001)).toBe(true);
    expect(circuits.allows("e", 5_001)).toBe(false);
    circuits.succeeded("e");
    expect(circuits.allows("e", 5_001)).toBe(true);
  });

  test("stays open longer after each failed probe, up to 15 seconds", () => {
    const circuits = failing(5);
    const pauses: number[] = [];
    let nowMs = 0;
    for (let probe = 0; probe < 6; probe++) {
      pauses.push(circuits.opensAgainAt("e") - nowMs);
      nowMs = circuits.opensAgainAt("e");
      expect(circuits.allows("e", nowMs)).toBe(true);
      circuits.failed("e", nowMs);
    }
    expect(pauses).toEqual([5_000, 10_000, 15_000, 15_000, 15_000, 15_000]);
  });

  test("is probed slightly earlier by each process, at a different time", () => {
    for (const share of [0, 0.5, 0.999]) {
      const circuits = createCircuits(() => share);
      for (let failure = 0; failure < 5; failure++) circuits.failed("e", 0);
      expect(circuits.opensAgainAt("e")).toBe(Math.round(5_000 * (1 - 0.2 * share)));
    }
  });

  test("applies Retry-After at once: in full after a rate limit, otherwise up to 15 seconds", () => {
    const pauseAfter = (pauseMs: number, isRateLimit: boolean, share = 0) => {
      const circuits = createCircuits(() => share);
      circuits.failed("e", 1_000, { pauseMs, isRateLimit });
      return circuits.opensAgainAt("e") - 1_000;
    };
    expect([2_000, 60_000, 3_600_000].map((pauseMs) => pauseAfter(pauseMs, true))).toEqual([2_000, 60_000, 300_000]);
    expect([2_000, 60_000, 3_600_000].map((pauseMs) => pauseAfter(pauseMs, false))).toEqual([2_000, 15_000, 15_000]);
    expect(pauseAfter(60_000, false, 0.5)).toBe(13_500);
    expect(pauseAfter(2_000, false, 0.5)).toBe(2_000);
  });

  test("does not use up a probe when its state is read", () => {
    const circuits = failing(5);
    for (let look = 0; look < 3; look++) expect(circuits.opensAgainAt("e")).toBe(5_000);
    expect(circuits.allows("e", 5_000)).toBe(true);
  });
});
