import { GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { facts } from "#tests/support/upstream/gemini/events.ts";
import { type Event, eventsIn, post, recordOf, saying } from "../../pipeline/calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../../pipeline/guard/guarding.ts";
import { ask, asking, FLASH, responsesOf } from "./asking.ts";

// Several candidates of Google's models.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });
const keyFor = guardedKeys(gateway);

const wanting = (candidateCount: number, text = "Hi", more: Body = {}) => ({
  ...asking({ text }),
  generationConfig: { candidateCount, ...more },
});
const candidatesIn = (responses: Event[]): Event[] => responses.flatMap(({ candidates }) => candidates ?? []);
const partsOf = (responses: Event[], index: number): Event[] =>
  candidatesIn(responses).flatMap((one) => (one.index === index ? one.content.parts : []));
const textOf = (responses: Event[], index: number) =>
  partsOf(responses, index)
    .map(({ text = "" }) => text)
    .join("");
const endOf = (responses: Event[], index: number) =>
  candidatesIn(responses).findLast((one) => one.index === index && one.finishReason);

/** Sends what Google says as a response of the kind that is asked for. */
const scripted = (stream: boolean, ...events: object[]) =>
  upstream.script({
    times: 1,
    reply: stream ? { events } : { headers: { "content-type": "application/json" }, body: JSON.stringify(events[0]) },
  });
const candidate = (index: number, parts: object[], more: object = { finishReason: "STOP" }) => ({
  index,
  content: { role: "model", parts },
  ...more,
});
const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 40, totalTokenCount: 45 };

describe.each([false, true])("several candidates (stream %s)", (stream) => {
  test("are all returned with their index, and all their tokens are charged", async () => {
    const { status, headers, text } = await ask(gateway, wanting(3), { stream });
    expect(status, text).toBe(200);
    const responses: Event[] = stream ? eventsIn(text) : [JSON.parse(text)];
    expect([0, 1, 2].map((index) => textOf(responses, index))).toEqual([
      "You said: Hi",
      "You said: Hi (2)",
      "You said: Hi (3)",
    ]);
    for (const index of [0, 1, 2]) expect(endOf(responses, index)).toMatchObject({ finishReason: "STOP" });
    const sent: Event = upstream.requests.at(-1);
    expect(sent.body.generationConfig.candidateCount).toBe(3);
    // Not every model of Google streams several candidates.
    expect(sent.path).toMatch(stream ? /:streamGenerateContent$/ : /:generateContent$/);
    const record = await recordOf(gateway, headers);
    const { candidatesTokenCount } = responses.at(-1).usageMetadata;
    expect(candidatesTokenCount).toBe(9);
    expect(record).toMatchObject({ usage_units: { output_tokens: 9 }, usage_estimated: false });
    expect(record.cost_nano_usd).toBe(record.usage_units.input_tokens * 300 + 9 * 2_500);
    expect(record.notes ?? []).toEqual([]);
  });

  test("have what Google says about each, thoughts, calls, signatures and other parts", async () => {
    const signed = { thoughtSignature: "c2lnbmVk" };
    const second = [
      { text: "Hm.", thought: true },
      { text: "Bern.", ...signed },
      { functionCall: { id: "c1", name: "look", args: { n: 1 } }, ...signed },
      { executableCode: { language: "PYTHON", code: "print(1)" } },
    ];
    const about = facts("Bern.");
    const events = [
      { candidates: [candidate(0, [{ text: "One" }]), candidate(1, second, { finishReason: "STOP", ...about })] },
      { candidates: [], usageMetadata },
    ];
    if (stream) scripted(true, ...events);
    else scripted(false, { ...events[0], usageMetadata });
    const body = wanting(2, "Hi", { thinkingConfig: { includeThoughts: true } });
    const tools = [{ functionDeclarations: [{ name: "look" }] }];
    const responses = await responsesOf(gateway, { ...body, tools }, { stream });
    expect(textOf(responses, 0)).toBe("One");
    const byText = (one: Event, other: Event) => JSON.stringify(one).localeCompare(JSON.stringify(other));
    expect(partsOf(responses, 1).sort(byText)).toEqual([...second].sort(byText));
    const { content: _, ...said } = endOf(responses, 1);
    expect(said).toEqual({ index: 1, finishReason: "STOP", ...about });
    expect(responses.at(-1).usageMetadata).toEqual(usageMetadata);
  });

  test("are read by guardrails", async () => {
    const answer = { candidates: [candidate(0, [{ text: "Fine" }]), candidate(1, [{ text: `Ask ${EMAIL} now` }])] };
    scripted(stream, { ...answer, usageMetadata });
    const redacting = await keyFor(emailRule("redact", { applies_to: "output" }));
    const responses = await responsesOf(gateway, wanting(2), { stream, key: redacting });
    expect([textOf(responses, 0), textOf(responses, 1)]).toEqual(["Fine", "Ask [EMAIL_1] now"]);
    scripted(stream, { ...answer, usageMetadata });
    const { text } = await ask(gateway, wanting(2), { stream, key: await keyFor(emailRule("block")) });
    expect(text).not.toContain(EMAIL);
    expect(text).toContain("PERMISSION_DENIED");
  });

  test("are reserved as that many outputs", async () => {
    // One output of 1,000 tokens costs 0.0025 USD, with the prompt a little more.
    const { key } = await gateway.newKey({ limit: 0.004 });
    expect((await ask(gateway, wanting(1, "Hi", { maxOutputTokens: 1000 }), { stream, key })).status).toBe(200);
    expect((await ask(gateway, wanting(2, "Hi", { maxOutputTokens: 1000 }), { stream, key })).status).toBe(402);
  });

  test("of which one has no end are a response that was cut off", async () => {
    scripted(stream, {
      candidates: [candidate(0, [{ text: "One" }]), candidate(1, [{ text: "Two" }], {})],
      usageMetadata,
    });
    const { text } = await ask(gateway, { ...wanting(2), provider: { allow_fallbacks: false } }, { stream });
    const error = stream ? eventsIn(text).at(-1).error : JSON.parse(text).error;
    expect(error).toMatchObject({ code: 502 });
  });
});

test("the texts of all candidates are charged if Google counts nothing", async () => {
  const long = "word ".repeat(200);
  const both = { candidates: [candidate(0, [{ text: "One" }]), candidate(1, [{ text: long }])] };
  upstream.script({ times: 1, reply: { events: [both] } });
  const { headers } = await ask(gateway, wanting(2), { stream: true });
  const record = await recordOf(gateway, headers);
  expect(record.usage_estimated).toBe(true);
  expect(record.usage_units.output_tokens).toBeGreaterThan(150);
});

test("callers of chat get one response of Google and a note", async () => {
  const { status, headers, text } = await post(gateway, "chat", saying("chat", FLASH, "Hi", { n: 2 }));
  expect(status, text).toBe(200);
  expect(JSON.parse(text).choices).toHaveLength(1);
  expect(headers.get("x-dropped")).toContain("n");
  expect(JSON.stringify(upstream.requests.at(-1)?.body)).not.toContain("candidateCount");
});

test("a response that the gateway's tools continue is one", async () => {
  const { status, headers, text } = await ask(gateway, { ...wanting(2), plugins: [{ id: "web-fetch" }] });
  expect(status, text).toBe(200);
  expect(JSON.parse(text).candidates).toHaveLength(1);
  expect((await recordOf(gateway, headers)).notes).toContain("n: dropped");
});

test("the published client reads all candidates", async () => {
  const client = new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
  const request = { model: FLASH, contents: "Hi", config: { candidateCount: 2 } };
  const { candidates } = await client.models.generateContent(request);
  expect(candidates?.map(({ content }) => content?.parts?.[0]?.text)).toEqual(["You said: Hi", "You said: Hi (2)"]);
});
