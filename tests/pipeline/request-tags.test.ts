import { describe, expect, test } from "vitest";
import { requestTags, tagsOfRejected } from "#server/pipeline/request-tags.ts";

const ten = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
const headersOf = (tags: string | undefined) => new Headers(tags === undefined ? {} : { "x-switchboard-tags": tags });

describe("the tags of a request", () => {
  test.each<[string, string[] | null, string | undefined, unknown, string[] | null]>([
    ["none", null, undefined, undefined, null],
    ["none in an empty list", null, "", [], null],
    ["those of the key", ["team:search"], undefined, null, ["team:search"]],
    ["of the key, the header and the body, in this order", ["a"], "b, c", ["d"], ["a", "b", "c", "d"]],
    ["each once", ["a"], "b,a", ["b", "A", "a"], ["a", "b", "A"]],
    ["without empty elements of the header", null, " ,a,, b ,", undefined, ["a", "b"]],
    ["ten, named twice", ten, ten.join(","), ten, ten],
    ["with every allowed character", null, "9a_.:/@+=-Z", undefined, ["9a_.:/@+=-Z"]],
    ["of 128 characters", null, undefined, ["x".repeat(128)], ["x".repeat(128)]],
  ])("%s", (_, key, header, body, expected) => {
    expect(requestTags({ tags: body }, headersOf(header), key)).toEqual(expected);
    expect(tagsOfRejected({ tags: body }, headersOf(header), key)).toEqual(expected);
  });

  const LIMIT = "at most 10 tags";
  const RULE = "must be 1 to 128 letters, digits or _ . : / @ + = -, and start with a letter or digit";
  test.each<[string, string[] | null, string | undefined, unknown, string]>([
    ["eleven in the body", null, undefined, [...ten, "more"], `tags: a request can have ${LIMIT}`],
    [
      "eleven in the header",
      null,
      [...ten, "more"].join(),
      undefined,
      `x-switchboard-tags: a request can have ${LIMIT}`,
    ],
    ["eleven with the key's", ["k"], undefined, ten, `tags: a request can have ${LIMIT}, including those of its key`],
    ["200 characters", null, undefined, ["x".repeat(200)], `tags[0]: ${RULE}`],
    ["an empty text", null, undefined, ["a", ""], `tags[1]: ${RULE}`],
    ["a comma", null, undefined, ["a,b"], `tags[0]: ${RULE}`],
    ["a space", null, "a b", undefined, `x-switchboard-tags: ${RULE}`],
    ["other letters", null, undefined, ["équipe"], `tags[0]: ${RULE}`],
    ["a line break", null, undefined, ["a\r\nx-other: 1"], `tags[0]: ${RULE}`],
    ["a formula", null, "=1+1", undefined, `x-switchboard-tags: ${RULE}`],
    ["a number", null, undefined, [7], `tags[0]: ${RULE}`],
    ["a text", null, undefined, "a,b", "tags: must be a list"],
  ])("are a 400 that names the field: %s", (_, key, header, body, message) => {
    expect(() => requestTags({ tags: body }, headersOf(header), key)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining(`Invalid request: ${message}`) }),
    );
  });

  test("in the header of another gateway count if ours is absent", () => {
    const both = { "x-litellm-tags": "theirs", "x-switchboard-tags": "ours" };
    expect(requestTags({}, new Headers({ "x-litellm-tags": "theirs" }), null)).toEqual(["theirs"]);
    expect(requestTags({}, new Headers(both), null)).toEqual(["ours"]);
  });

  test("of a rejected request are the valid ones, a bounded number of them", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `t${index}`);
    expect(tagsOfRejected({ tags: ["a", "b c", 7] }, headersOf("d,,é"), ["k"])).toEqual(["k", "d", "a"]);
    expect(tagsOfRejected({ tags: many }, headersOf(undefined), null)).toHaveLength(10);
    expect(tagsOfRejected({ tags: "a" }, headersOf(undefined), null)).toBeNull();
  });
});
