import { describe, expect, test } from "vitest";
import { MAX_ADDED, MAX_ADDED_CHARACTERS } from "#lib/contract/generation-sessions.ts";
import { changesOf } from "#server/operations/generations/sessions/turn-changes.ts";
import { boundedJson } from "#server/pipeline/streaming/bounded-json.ts";

const SYSTEM = { role: "system", content: "Be brief" };
const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const turn = (id: string, ...messages: unknown[]) => ({ id, messages });

describe("what a request adds to its session", () => {
  test("is everything for the first one", () => {
    expect(changesOf(turn("a", SYSTEM, user("one")), [])).toEqual({
      compared_with: null,
      kept: 0,
      removed: 0,
      added_count: 2,
      added: [SYSTEM, user("one")],
    });
  });

  test("is what follows the repeated messages", () => {
    const first = turn("a", SYSTEM, user("one"));
    const changes = changesOf(turn("b", SYSTEM, user("one"), assistant("1"), user("two")), [first]);
    expect(changes).toMatchObject({ compared_with: "a", kept: 2, removed: 0, added: [assistant("1"), user("two")] });
  });

  test("is found although cache marks move, and a marked text becomes a part", () => {
    const marked = user([{ type: "text", text: "one", cache_control: { type: "ephemeral" } }]);
    const changes = changesOf(turn("b", user("one"), assistant("1")), [turn("a", marked)]);
    expect(changes).toMatchObject({ compared_with: "a", kept: 1, added: [assistant("1")] });
  });

  test("is compared with the conversation it continues, not with a subagent's between them", () => {
    const main = turn("main", SYSTEM, user("one"), assistant("1"));
    const subagent = turn("sub", { role: "system", content: "Search" }, user("find"));
    const changes = changesOf(turn("next", SYSTEM, user("one"), assistant("1"), user("two")), [main, subagent]);
    expect(changes).toMatchObject({ compared_with: "main", kept: 3, removed: 0, added: [user("two")] });
    expect(changesOf(subagent, [main])).toMatchObject({ compared_with: null, kept: 0, added_count: 2 });
  });

  test("says how many messages a compacted conversation no longer has", () => {
    const long = turn("a", SYSTEM, user("one"), assistant("1"), user("two"), assistant("2"));
    const changes = changesOf(turn("b", SYSTEM, user("one"), user("a summary")), [long]);
    expect(changes).toMatchObject({ compared_with: "a", kept: 2, removed: 3, added: [user("a summary")] });
  });

  test("includes a system prompt that changed", () => {
    const before = turn("a", { role: "system", content: "It is 9:00" }, user("one"));
    const now = { role: "system", content: "It is 9:01" };
    const changes = changesOf(turn("b", now, user("one"), user("two")), [before]);
    expect(changes).toMatchObject({ compared_with: "a", kept: 1, removed: 1, added: [now, user("two")] });
  });

  test("is found although long texts were cut at different lengths", () => {
    const stored = (limitBytes: number, ...texts: string[]) =>
      JSON.parse(boundedJson(texts.map(user), limitBytes, (text) => text).json);
    const text = `${"some words ".repeat(900)}end`;
    const first = turn("a", ...stored(6_000, text));
    const again = turn("b", ...stored(4_000, text, "two"));
    expect(first.messages).not.toEqual(again.messages.slice(0, 1));
    expect(changesOf(again, [first])).toMatchObject({ compared_with: "a", kept: 1, added: [user("two")] });
    const other = turn("c", ...stored(4_000, `${text} and more`));
    expect(changesOf(other, [first])).toMatchObject({ compared_with: null, kept: 0 });
  });

  test("is bounded", () => {
    const many = Array.from({ length: MAX_ADDED + 5 }, () => user("x".repeat(MAX_ADDED_CHARACTERS + 100)));
    const { added, added_count } = changesOf(turn("a", ...many), []);
    expect([added.length, added_count]).toEqual([MAX_ADDED, MAX_ADDED + 5]);
    const [first] = added as { content: string }[];
    expect(first?.content).toHaveLength(MAX_ADDED_CHARACTERS);
    expect(first?.content.endsWith("…")).toBe(true);
  });
});
