import { expect, test } from "vitest";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { createLeases } from "#server/ledger/limits/leases.ts";
import { reserve } from "#server/ledger/limits/limits.ts";
import { newAttemptState } from "#server/pipeline/attempts/attempt-state.ts";
import { tokenUpperBound } from "#server/pipeline/budget/token-upper-bound.ts";
import { extendReservation, worstCase } from "#server/pipeline/budget/worst-case.ts";
import type { Candidate } from "#server/pipeline/planning/candidate.ts";
import { providers } from "#server/providers/registry.ts";
import { price } from "#tests/ledger/price-row.ts";

const INPUT_NANO_USD = 1_000;
const OUTPUT_NANO_USD = 5_000;
const SEARCH_NANO_USD = 10_000_000;
const MOST_OUTPUT = 8_000;
/** The tokens counted for a request without any text. */
const FRAME = 16;

const prices = [
  price("input_tokens", INPUT_NANO_USD / 1e3),
  price("output_tokens", OUTPUT_NANO_USD / 1e3),
  price("web_searches", SEARCH_NANO_USD / 1e3),
  price("web_searches", (2 * SEARCH_NANO_USD) / 1e3, { variant: "web_search_preview" }),
  price("file_searches", SEARCH_NANO_USD / 1e3),
];
const candidatesOf = (id: string, rows = prices) =>
  [{ endpoint: { maxOutputTokens: MOST_OUTPUT }, provider: providers.get(id), prices: rows }] as unknown as Candidate[];
const candidates = candidatesOf("openai");

/** The reservation for a whole response, with a large or small remaining budget. */
function reservationOf(id: Dialect["id"], body: Body, isScarce = true): number {
  return worstCase(
    { id } as Dialect,
    body,
    candidates,
    Number.MAX_SAFE_INTEGER,
    () => !isScarce,
    () => [],
  ).nanoUsd;
}
const inputOf = (id: Dialect["id"], body: Body, isScarce?: boolean) =>
  (reservationOf(id, body, isScarce) - reservationOf(id, { ...body, ...empty(body) }, isScarce)) / INPUT_NANO_USD +
  FRAME;
const empty = (body: Body): Body => (body.messages ? { messages: [], tools: [] } : { input: "", tools: [] });

const messages = (count: number, content: string) => Array.from({ length: count }, () => ({ role: "user", content }));

test.each([true, false])("many small messages count with each message's overhead (scarce: %s)", (isScarce) => {
  // Llama's templates add five tokens to the role and the text.
  expect(inputOf("chat", { messages: messages(10_000, "a") }, isScarce)).toBeGreaterThanOrEqual(10_000 * 7);
  const parts = Array.from({ length: 1_000 }, () => ({ type: "text", text: "a" }));
  expect(inputOf("messages", { messages: [{ role: "user", content: parts }] }, isScarce)).toBeGreaterThan(4_000);
});

test.each([true, false])("tools count with their names, schemas and prompt overhead (scarce: %s)", (isScarce) => {
  const properties = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`someLongPropertyName${index}`, { type: "string" }]),
  );
  const tools = [{ type: "function", function: { name: "find", parameters: { type: "object", properties } } }];
  expect(inputOf("chat", { messages: messages(1, "a"), tools }, isScarce)).toBeGreaterThan(530 + 200 * 8);
});

test("content loaded from a URL counts although its size is unknown", () => {
  const image = [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] }];
  expect(inputOf("chat", { messages: image })).toBeGreaterThan(1_600);
  const source = { type: "url", url: "https://example.com/a.pdf" };
  const file = [{ role: "user", content: [{ type: "document", source }] }];
  expect(inputOf("messages", { messages: file })).toBeGreaterThan(50_000);
});

test.each([
  ["the larger of two bounds", "chat", { max_tokens: 1, max_completion_tokens: 700 }, 700],
  ["not by another dialect's bound", "responses", { max_tokens: 1, max_completion_tokens: 1 }, MOST_OUTPUT],
  ["not by another dialect's bound", "chat", { max_output_tokens: 1 }, MOST_OUTPUT],
  ["by the model's where the caller names none", "messages", {}, MOST_OUTPUT],
  ["with what may be spent on reasoning", "chat", { max_tokens: 100, reasoning: { max_tokens: 500 } }, 600],
  ["not lower for a reasoning below nothing", "chat", { max_tokens: 100, reasoning: { max_tokens: -90 } }, 100],
  ["for each of several answers", "chat", { max_tokens: 100, n: 3 }, 300],
  ["for each of several answers that a text asks for", "chat", { max_tokens: 100, n: "3" }, 300],
  ["for one answer at least", "chat", { max_tokens: 100, n: -1 }, 100],
] as const)("the reservation includes the response for %s (%s)", (_what, dialect, bounds, tokens) => {
  const body: Body = { messages: messages(1, "a"), ...bounds };
  expect((reservationOf(dialect, body) - inputNanoUsd(dialect, body)) / OUTPUT_NANO_USD).toBe(tokens);
});

/** The input's part of a reservation: all of it if output costs nothing. */
function inputNanoUsd(id: Dialect["id"], body: Body): number {
  const free = candidatesOf("openai", prices.slice(0, 1));
  return worstCase(
    { id } as Dialect,
    body,
    free,
    Number.MAX_SAFE_INTEGER,
    () => false,
    () => [],
  ).nanoUsd;
}

test("the reservation includes web and file searches up to the allowed number", () => {
  const body: Body = { messages: messages(1, "a"), max_tokens: 1 };
  const searching = (more: Body, id: Dialect["id"] = "messages") =>
    Math.floor(reservationOf(id, { ...body, ...more }) / SEARCH_NANO_USD);
  expect(searching({ tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 2 }] })).toBe(2);
  expect(searching({ tools: [{ type: "web_search_preview" }] })).toBe(5);
  expect(searching({ web_search_options: {} })).toBe(5);
  expect(searching({ tools: [{ type: "web_search_preview" }], max_output_tokens: 1 }, "responses")).toBe(10);
  expect(searching({ tools: [{ type: "file_search" }], max_tool_calls: 3 })).toBe(3);
  expect(searching({ tools: [{ type: "tool_search_tool_bm25" }] })).toBe(0);
  expect(searching({ tools: [{ type: "function", name: "find" }] })).toBe(0);
});

test("the reservation includes an advisor at its own prices, maximum calls and length", () => {
  const ADVICE_NANO_USD = 90_000;
  const advisorPrices = [price("output_tokens", ADVICE_NANO_USD / 1e3)];
  const at = (id: string, tool: Body) => {
    const body: Body = { messages: messages(1, "a"), max_tokens: 100, tools: [tool] };
    const pricesOf = (_: Candidate, model: string) => (model === "claude-opus-4-7" ? advisorPrices : []);
    const worst = (more: Body) =>
      worstCase({ id: "messages" } as Dialect, { ...body, ...more }, candidatesOf(id), 1, () => false, pricesOf)
        .nanoUsd;
    return Math.round((worst({}) - worst({ tools: [{ ...tool, model: "unheard-of" }] })) / ADVICE_NANO_USD);
  };
  const advisor = { type: "advisor_20260301", name: "advisor", model: "claude-opus-4-7" };
  expect(at("anthropic", { ...advisor, max_uses: 2, max_tokens: 2_048 })).toBe(2 * 2_048);
  expect(at("anthropic", advisor)).toBe(3 * 3_600);
  expect(at("anthropic", { ...advisor, max_uses: 0 })).toBe(0);
  expect(at("anthropic", { ...advisor, type: "web_search_20250305" })).toBe(0);
  expect(at("openai", advisor)).toBe(0);
});

test("the reservation includes a region's multiplier if its provider has one", () => {
  const body: Body = { messages: messages(1, "a"), max_tokens: 1000 };
  const at = (id: string, more: Body) =>
    worstCase(
      { id: "messages" } as Dialect,
      { ...body, ...more },
      candidatesOf(id),
      1,
      () => false,
      () => [],
    ).nanoUsd;
  expect(at("anthropic", { inference_geo: "us" })).toBe(Math.ceil(at("anthropic", { inference_geo: "eu" }) * 1.1));
  expect(at("openai", { inference_geo: "us" })).toBe(at("openai", { inference_geo: "eu" }));
});

test.each([
  ["words", "word "],
  ["digits", "8675309 "],
])(
  "the reservation always covers what a stream of %s has written so far",
  async (_what, piece) => {
    const whole = 1e12;
    const store = {
      acquire: async () => ({ grantedNanoUsd: whole, othersNanoUsd: 0, spentNanoUsd: 0, ownNanoUsd: 0 }),
      giveBack: async () => undefined,
      askBack: async () => undefined,
      handOver: async () => undefined,
    };
    const leases = createLeases(store, { parts: 1, now: () => 0 });
    const account = { account: "key:1", title: "", payerKind: "limit", payerId: "1", interval: null };
    const reservation = await reserve(leases, [{ ...account, nanoUsd: whole, includeByok: false }], 100, 0);
    const grow = extendReservation(reservation, { nanoUsd: 100, outputTokens: 100, nanoUsdPerOutputToken: 1 }, false);
    const state = newAttemptState();
    for (let count = 0; count < 8_000; count++) {
      state.text += piece;
      await grow(state);
      if (count % 200 === 0) expect(reservation.reservedNanoUsd()).toBeGreaterThanOrEqual(tokenUpperBound(state.text));
    }
  },
  60_000,
);

test.each([
  ["digits, each of which is a token to Gemini and Qwen", "12345678901234567890", 20],
  ["a hash", "8f14e45fceea167a5a36dedd4bea2543", 20],
  ["letters that are no word", "kjhgfqwzxcvbnmplkjhgfdsa", 14],
  ["a script that few tokenizers know: its bytes", "ⴰⵣⵓⵍⴼⵍⵍⴰⵡⵏ", 30],
  ["signs that few tokenizers know: their bytes", "🜁🜂🜃🜄", 16],
])("%s is never counted as fewer tokens than possible", (_what, text, tokens) => {
  expect(tokenUpperBound(text)).toBeGreaterThanOrEqual(tokens);
});

test("the token count of prose is only slightly too high", () => {
  const prose = "The quick brown fox jumps over the lazy dog, and nobody knows why it would.";
  expect(tokenUpperBound(prose)).toBeLessThan(17 * 1.6);
});

test("a search that Perplexity's model makes without being asked is reserved", () => {
  const reserved = (body: Body) =>
    worstCase(
      { id: "responses" } as Dialect,
      body,
      candidatesOf("perplexity-agent", [price("web_searches", SEARCH_NANO_USD / 1e3)]),
      1,
      () => false,
      () => [],
    ).nanoUsd;
  expect(reserved({ input: "Hi" })).toBe(5 * SEARCH_NANO_USD);
  expect(reserved({ input: "Hi", tools: [{ type: "function", name: "look" }] })).toBe(0);
  expect(reserved({ input: "Hi", tools: [{ type: "web_search" }] })).toBe(5 * SEARCH_NANO_USD);
});
