import { beforeAll, describe, expect, test } from "vitest";
import { type Client, statusOf } from "./scenario-driver.ts";
import { cells } from "./scenario-responses.ts";
import { remoteUpstreams } from "./scenario-upstreams.ts";
import type { World } from "./scenario-world.ts";

const HOW = [
  { how: "whole", streamed: false },
  { how: "streamed", streamed: true },
];

/** Upstream failures after the first content. */
const BREAKS = ["fault-cut-7", "fault-early-end-7", "fault-malformed-7", "fault-error-mid-7", "fault-stall-7"];
/** Upstream failures before the first content; a whole response has no events that could report an error. */
const REFUSALS = ["fault-500", "fault-reset", "fault-empty", "fault-html"];

/** Rejections, failures before the first content, and streams that break after it: none may look like a success. */
export function failures(client: Client, world: World): void {
  describe.each(HOW)("$how", ({ streamed }) => {
    const ask = { model: "local/echo", prompt: "Hi", streamed };
    let emptyKey = "";
    beforeAll(async () => {
      emptyKey = (await world.gateway.newKey({ limit: 0 })).key;
    });

    test("an unknown key is a 401", async () => {
      expect(await failureOf(client.ask(world.connection({ key: "sk-sb-unknown" }), ask))).toMatchObject({
        status: 401,
      });
    });

    test("a key over its limit is a 402", async () => {
      const turn = client.ask(world.connection({ key: emptyKey }), { ...ask, model: "openai/gpt-5-mini" });
      expect(await failureOf(turn)).toMatchObject({ status: 402 });
    });

    test("an unknown model is a 404 that names it", async () => {
      const failure = await failureOf(client.ask(world.connection(), { ...ask, model: "nobody/nothing" }));
      expect(failure.status).toBe(404);
      expect(failure.words).toContain("nobody/nothing");
    });
  });

  describe.each(cells(remoteUpstreams))("$upstream.name, $how", ({ upstream, streamed }) => {
    const asked = (prompt: string, retries = 0) =>
      client.ask(world.connection({ retries }), { model: upstream.model, prompt, streamed });

    test("a request that the upstream rejects is a 400", async () => {
      expect(await failureOf(asked("Hi fault-400"))).toMatchObject({ status: 400 });
    });

    test.each(streamed ? [...REFUSALS, "fault-error-first"] : REFUSALS)("%s becomes a status", async (fault) => {
      expect((await failureOf(asked(`Hi ${fault}`))).status).toBeGreaterThanOrEqual(500);
    });

    test("a 429 says when to retry", async () => {
      const failure = await failureOf(asked("Hi fault-429 fault-retry-after-7"));
      expect(failure.status).toBe(429);
      if (!client.hidesHeaders) expect(failure.retryAfter).toBe("7");
    });
  });

  describe.each(remoteUpstreams)("$name, streamed", ({ model }) => {
    test.each(BREAKS)("%s is never a response", async (fault) => {
      const pieces: string[] = [];
      const prompt = `Hi ${fault} fault-slow-chunks-5 fault-words-20`;
      const ask = { model, prompt, streamed: true, onText: (piece: string) => void pieces.push(piece) };
      const { words } = await failureOf(client.ask(world.connection(), ask));
      expect(pieces.join("")).toMatch(/^word0/);
      expect(words).toMatch(/provider|upstream|overloaded|unavailable/i);
    });
  });

  describe.each(remoteUpstreams)("$name, whole", ({ model }) => {
    test.each(["fault-cut-3", "fault-malformed-3"])("%s is never a response", async (fault) => {
      const ask = { model, prompt: `Hi ${fault} fault-words-20`, streamed: false };
      expect((await failureOf(client.ask(world.connection(), ask))).status).toBeGreaterThanOrEqual(500);
    });
  });
}

type Failure = { status: number | undefined; words: string; retryAfter: string | undefined };

/** Returns the client's error. Throws if there was none. */
async function failureOf(turn: Promise<unknown>): Promise<Failure> {
  const error = await turn.then(
    (answer) => {
      throw new Error(`the client took a failure for an answer: ${JSON.stringify(answer)}`);
    },
    (thrown: unknown) => thrown,
  );
  return { status: statusOf(error), words: wordsOf(error), retryAfter: headerOf(error, "retry-after") };
}

function wordsOf(error: unknown): string {
  const plain = error instanceof Error ? { ...error, name: error.name, message: error.message } : error;
  return JSON.stringify(plain, (_name, value) =>
    value instanceof Error ? { ...value, message: value.message } : value,
  );
}

function headerOf(error: unknown, name: string): string | undefined {
  const { headers, responseHeaders } = (error ?? {}) as { headers?: unknown; responseHeaders?: Record<string, string> };
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : responseHeaders?.[name];
}
