import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Event } from "../../pipeline/calling.ts";
import { asking, FLASH } from "./asking.ts";

// Where clients of Google's API call, how they send their key, and which form of a stream they get.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"] });

const ask = (path: string, headers: Record<string, string> = {}, text = "Hi") =>
  fetch(gateway.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(asking({ text })),
  });

const textOf = (responses: Event[]) =>
  responses
    .flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    .map(({ text = "" }) => text)
    .join("");

test.each(["/v1beta/models/", "/v1/models/", "/api/v1beta/models/"])(
  "%s is where Google's clients call",
  async (root) => {
    const { key } = await gateway.newKey();
    for (const model of [FLASH, "google%2Fgemini-2.5-flash"]) {
      const response = await ask(`${root}${model}:generateContent`, { "x-goog-api-key": key });
      expect(response.status, await response.clone().text()).toBe(200);
      expect((await response.json()).candidates[0].content.parts).toEqual([{ text: "You said: Hi" }]);
    }
  },
);

test("a key in the query works, and nothing logs it", async () => {
  const { key } = await gateway.newKey();
  const streamed = await ask(`/v1beta/models/${FLASH}:streamGenerateContent?alt=sse&key=${key}`);
  expect(streamed.status).toBe(200);
  expect(await streamed.text()).toContain('"text":"You"');
  expect((await ask(`/v1beta/models/${FLASH}:generateContent?key=sk-sb-unknown`)).status).toBe(401);
  expect(gateway.output()).not.toContain(key);
});

test.each([
  `/v1beta/${FLASH}`,
  "/v1beta1/publishers/google/models/gemini-2.5-flash",
  "/v1/projects/p/locations/global/publishers/google/models/gemini-2.5-flash",
])("clients that write models with a slash as %s reach them", async (path) => {
  const { key } = await gateway.newKey();
  const response = await ask(`${path}:generateContent`, { "x-goog-api-key": key });
  expect(response.status, await response.clone().text()).toBe(200);
});

test("a stream is a JSON array unless events are requested", async () => {
  const { key } = await gateway.newKey();
  const response = await ask(`/v1beta/models/${FLASH}:streamGenerateContent`, { "x-goog-api-key": key });
  expect(response.headers.get("content-type")).toBe("application/json");
  const responses = (await response.json()) as Event[];
  expect(responses.length).toBeGreaterThan(1);
  expect(textOf(responses)).toBe("You said: Hi");
  expect(responses.at(-1)).toMatchObject({ candidates: [{ finishReason: "STOP" }] });
});

test("a JSON array that breaks off ends with an error", async () => {
  const { key } = await gateway.newKey();
  const headers = { "x-goog-api-key": key };
  const text = "fault-cut-5 fault-words-20";
  const response = await ask(`/v1beta/models/${FLASH}:streamGenerateContent?alt=json`, headers, text);
  expect(((await response.json()) as Event[]).at(-1)).toEqual({ error: expect.objectContaining({ code: 502 }) });
});

test("another form of a stream is a 400", async () => {
  const { key } = await gateway.newKey();
  const path = `/v1beta/models/${FLASH}:streamGenerateContent?alt=proto`;
  const response = await ask(path, { "x-goog-api-key": key });
  expect(response.status).toBe(400);
  expect((await response.json()).error.message).toContain("alt");
});
