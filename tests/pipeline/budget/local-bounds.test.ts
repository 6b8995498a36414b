import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const SENTENCE = "Hello world and more. ";
const textOf = (characters: number) => SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);

/** Counts the small requests that another caller completes in the meantime, one after the other. */
async function answeredDuring(call: Promise<unknown>): Promise<number> {
  let isOver = false;
  const over = call.finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    await gateway.call("GET", "/models/count");
    answered += 1;
  }
  await over;
  return answered;
}

const responses = (input: string) => ({ model: "local/echo", input, max_output_tokens: 16 });
const streamed = (input: string) => ({ ...responses(input), stream: true });
const chat = (content: string) => ({ model: "local/extract", messages: [{ role: "user", content }] });

test.each([
  ["/responses", 1_000_000, responses],
  ["/responses", 1_000_000, streamed],
  ["/chat/completions", 500_000, chat],
])("%s: other requests are served while a text of %i characters is counted", async (path, characters, bodyOf) => {
  const call = gateway.call("POST", path, bodyOf(textOf(characters)));
  const answered = await answeredDuring(call);
  expect((await call).status).toBe(200);
  expect(answered).toBeGreaterThan(5);
});

/** Path, the most characters, the body. */
const LIMITS: [string, number, (text: string) => object][] = [
  ["/responses", 2_000_000, responses],
  ["/responses", 2_000_000, streamed],
  ["/chat/completions", 2_000_000, chat],
  ["/embeddings", 100_000, (input) => ({ model: "local/word-hash", input })],
  ["/rerank", 100_000, (text) => ({ model: "local/word-overlap", query: "world", documents: [text] })],
  ["/images", 100_000, (prompt) => ({ model: "local/poster", prompt })],
];

test.each(LIMITS)("%s of 20 MB: rejected with the limit, %i characters", async (path, most, bodyOf) => {
  const { status, body } = await gateway.call("POST", path, bodyOf(textOf(20_000_000)));
  expect(status).toBe(400);
  expect(body.error.message).toContain(`at most ${most} characters`);
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
