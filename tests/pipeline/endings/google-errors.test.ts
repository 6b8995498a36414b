import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"] });

const MODEL = "google/gemini-2.5-flash";
const BUSY = "The model is overloaded. Please try again later.";
const error = { error: { code: 503, message: BUSY, status: "UNAVAILABLE" } };
const said = { candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, index: 0 }] };

/** Google's stream that breaks off with an error outside any event: https://github.com/vercel/ai/issues/5217 */
const bare = (events: readonly object[], tail: string) =>
  `${events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join("")}${tail}`;
const pretty = JSON.stringify(error, null, 2);

describe.each([
  ["on several lines", `${pretty.replaceAll("\n", "\r\n")}\r\n`],
  ["on one line, without an end", JSON.stringify(error)],
  ["followed by a blank line", `${pretty}\n\n`],
  ["in a list, as Vertex AI sends it", JSON.stringify([error])],
])("Google's error outside any event, %s", (_, tail) => {
  const reply = (events: readonly object[]) =>
    upstream.script({ reply: { headers: { "content-type": "text/event-stream" }, body: bare(events, tail) } });
  const ask = (stream: boolean) =>
    gateway.call("POST", "/chat/completions", { model: MODEL, messages: [{ role: "user", content: "Hi" }], stream });

  test("is the response's status if it comes first", async () => {
    reply([]);
    const { status, body } = await ask(true);
    expect([status, body.error.message]).toEqual([503, expect.stringContaining(BUSY)]);
  });

  test("ends the stream with its message after content", async () => {
    reply([said]);
    const { body } = await ask(true);
    expect(body).toContain("Hello");
    expect(body).toContain(BUSY);
  });

  test("is the response's status if the caller streams nothing", async () => {
    reply([said]);
    const { status, body } = await ask(false);
    expect([status, body.error.message]).toEqual([503, expect.stringContaining(BUSY)]);
  });
});
