import { expect, test } from "vitest";
import { chatFor } from "#server/dialects/chat/chat-for.ts";
import { withChunkStyle } from "#server/dialects/chat/chunk-style.ts";

const choices = [{ index: 0, delta: { content: "Hi" }, finish_reason: null }];
const chunk = { id: "gen-1", object: "chat.completion.chunk", created: 7, model: "a/b", choices };
const failure = { message: "Overloaded", type: "overloaded_error", code: null };

test("bare-errors: an error has no choices, and content passes unchanged", () => {
  const state = {};
  const content = { data: chunk };
  expect(withChunkStyle(content, "bare-errors", state)).toBe(content);
  const failed = withChunkStyle({ data: { ...chunk, error: failure } }, "bare-errors", state);
  expect(failed.data).toMatchObject({ id: "gen-1", error: failure });
  expect(failed.data).not.toHaveProperty("choices");
});

test("strict: an upstream's bare error becomes a complete chunk of the same response, with a numeric code", () => {
  const state = {};
  withChunkStyle({ data: chunk }, "strict", state);
  expect(withChunkStyle({ data: { error: failure } }, "strict", state).data).toMatchObject({
    id: "gen-1",
    created: 7,
    model: "a/b",
    choices: [{ finish_reason: "error" }],
    error: { code: 529, message: "Overloaded", metadata: { error_type: "provider_overloaded" } },
  });
});

test("strict: an empty usage is omitted, and a non-empty one stays", () => {
  expect(withChunkStyle({ data: { ...chunk, usage: null } }, "strict", {}).data).toEqual(chunk);
  const counted = { ...chunk, usage: { total_tokens: 3 } };
  expect(withChunkStyle({ data: counted }, "strict", {}).data).toEqual(counted);
});

test("the last line of a stream is unchanged in every style", () => {
  expect(withChunkStyle({ data: "[DONE]" }, "strict", {})).toEqual({ data: "[DONE]" });
});

test("strict: each stream has its own rewriter, so an error carries its own response's id", () => {
  const [first, second] = [chatFor("strict").rewriter?.(), chatFor("strict").rewriter?.()];
  first?.({ data: chunk });
  expect(first?.({ data: { error: failure } })).toMatchObject([{ data: { id: "gen-1" } }]);
  expect(second?.({ data: { error: failure } })).toMatchObject([{ data: { id: "" } }]);
  expect(chatFor(undefined).rewriter).toBeUndefined();
});
