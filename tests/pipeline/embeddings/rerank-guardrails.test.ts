import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";
import { EMAIL, emailRule, expectBlocked, guardedKeys } from "../guard/guarding.ts";

const MODEL = "jinaai/jina-reranker-m0";
const PNG = "data:image/png;base64,iVBORw0KGgo=";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["jina"] });
const keyUnder = guardedKeys(gateway);

const planted = `write to ${EMAIL} today`;
const plain = { query: "who writes?", documents: ["hello"] };
const places: [string, object][] = [
  ["the query", { ...plain, query: planted }],
  ["a document", { ...plain, documents: ["hello", planted] }],
  ["the text of an object", { ...plain, documents: [{ text: planted }] }],
  ["a field of an object that is passed on to nobody", { ...plain, documents: [{ text: "hello", note: planted }] }],
  ["what is passed on to the provider", { ...plain, provider: { options: { jina: { note: planted } } } }],
];

test.each(places)("a value planted in %s is redacted, and is neither sent nor returned", async (_, body) => {
  const key = await keyUnder(emailRule("redact"));
  const { status, body: reply, headers } = await gateway.call("POST", "/rerank", { model: MODEL, ...body }, { key });
  expect(status).toBe(200);
  expect(upstream.requests).toHaveLength(1);
  expect(upstream.requests[0]?.raw.toString()).not.toContain(EMAIL);
  expect(JSON.stringify(reply)).not.toContain(EMAIL);
  const record = await recordOf(gateway, headers);
  expect(record.guardrail_findings).toMatchObject([{ rule: "email", action: "redact", direction: "input", count: 1 }]);
});

test.each(places)("a value planted in %s blocks the request, and nothing is sent", async (_, body) => {
  const key = await keyUnder(emailRule("block"));
  await expectBlocked(gateway, upstream, { path: "/rerank", body: { model: MODEL, ...body }, key }, "rerank");
});

test("redactions appear in the returned document", async () => {
  const key = await keyUnder(emailRule("redact"));
  const body = { model: MODEL, query: "who writes?", documents: [planted] };
  const { body: reply } = await gateway.call("POST", "/rerank", body, { key });
  expect(reply.results[0].document.text).toMatch(/^write to \[EMAIL.*\] today$/);
});

test("images are listed as not inspected", async () => {
  const key = await keyUnder(emailRule("redact"));
  const documents = [{ image: PNG }, "a text", { image: "https://example.com/a.png" }];
  const { status, headers } = await gateway.call(
    "POST",
    "/rerank",
    { model: MODEL, query: "a picture", documents },
    { key },
  );
  expect(status).toBe(200);
  const { not_inspected: unreadable } = await recordOf(gateway, headers);
  expect(unreadable).toEqual(["documents[0].image (image/png)", "documents[2].image (address)"]);
});
