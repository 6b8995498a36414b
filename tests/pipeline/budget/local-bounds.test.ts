import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const SENTENCE = "Hello world and more. ";
const textOf = (characters: number) => SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);

/** The longest time that another caller waits for a small response meanwhile. */
async function longestWaitMs(during: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = during.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    const startMs = performance.now();
    await gateway.call("GET", "/models/count");
    longest = Math.max(longest, performance.now() - startMs);
  }
  await over;
  return longest;
}

/** Path, the most characters, how many are sent, the body. */
const CALLS: [string, number, number, (text: string) => object][] = [
  ["/responses", 2_000_000, 500_000, (input) => ({ model: "local/echo", input })],
  ["/responses", 2_000_000, 500_000, (input) => ({ model: "local/echo", input, stream: true })],
  [
    "/chat/completions",
    2_000_000,
    500_000,
    (content) => ({ model: "local/extract", messages: [{ role: "user", content }] }),
  ],
  ["/embeddings", 100_000, 100_000, (input) => ({ model: "local/word-hash", input })],
  ["/rerank", 100_000, 100_000, (text) => ({ model: "local/word-overlap", query: "world", documents: [text] })],
  ["/images", 100_000, 100_000, (prompt) => ({ model: "local/poster", prompt })],
];

test.each(CALLS)("%s: other requests are served while a long text is counted", async (path, _most, sent, bodyOf) => {
  const call = gateway.call("POST", path, bodyOf(textOf(sent)));
  const waitedMs = await longestWaitMs(call);
  expect((await call).status).toBe(200);
  expect(waitedMs).toBeLessThan(3_000);
});

test.each(CALLS)("%s of 20 MB: rejected immediately", async (path, most, _sent, bodyOf) => {
  const call = gateway.call("POST", path, bodyOf(textOf(20_000_000)));
  const waitedMs = await longestWaitMs(call);
  const { status, body } = await call;
  expect(status).toBe(400);
  expect(body.error.message).toContain(`at most ${most} characters`);
  expect(waitedMs).toBeLessThan(5_000);
});

test("the example for a schema of many strings stays small", async () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `field_${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const schema = { type: "object", properties, required: names };
  const text = { format: { type: "json_schema", name: "many", schema } };
  const { status, body } = await gateway.call("POST", "/responses", {
    model: "local/echo",
    input: textOf(20_000),
    text,
  });
  expect(status).toBe(200);
  expect(JSON.stringify(body).length).toBeLessThan(20_000_000);
});

test("an absurd number of stop sequences is rejected", async () => {
  const body = { model: "local/echo", messages: [{ role: "user", content: "Hi" }], stop: Array(1000).fill("x") };
  const { status } = await gateway.call("POST", "/chat/completions", body);
  expect(status).toBe(400);
});
