import { expect, test } from "vitest";
import { z } from "zod";
import { plainIssue } from "#lib/contract/plain-issue.ts";

const day = z.enum(["monday", "friday"]);

test.each<[message: string, schema: z.ZodType, value: unknown]>([
  ["required", z.string(), undefined],
  ["must be a string, not a number", z.string(), 5],
  ["must be a string, not null", z.string(), null],
  ["must be an object, not an array", z.object({}), []],
  ["must be a number, not true", z.number(), true],
  ["must be a number", z.number(), Number.NaN],
  ["must be a whole number", z.int(), 1.5],
  ["must be true or false, not a string", z.boolean(), "yes"],
  ['must be one of "monday" or "friday"', day, "sunday"],
  ['required, must be one of "monday" or "friday"', day, undefined],
  ['must be "on"', z.literal("on"), "off"],
  ["must not be empty", z.string().min(1), ""],
  ["must not be empty", z.array(z.string()).nonempty(), []],
  ["must have at least 8 characters", z.string().min(8), "short"],
  ["must have at most 1 item", z.array(z.string()).max(1), ["a", "b"]],
  ["must have 2 items", z.array(z.string()).length(2), ["a"]],
  ["must be at least 0", z.number().min(0), -1],
  ["must be more than 0", z.number().positive(), 0],
  ["must be at most 100", z.number().max(100), 101],
  ["must be less than 1", z.number().lt(1), 1],
  ["must be a multiple of 5", z.number().multipleOf(5), 7],
  ["must be an email address", z.email(), "grace"],
  ["must be a URL", z.url(), "example"],
  ["must match /^[a-z]+$/", z.string().regex(/^[a-z]+$/), "A"],
  ['must start with "sk-"', z.string().startsWith("sk-"), "pk-1"],
  ['unknown field "b"', z.strictObject({ a: z.string() }), { a: "", b: 1 }],
  ['unknown fields "b" and "c"', z.strictObject({ a: z.string() }), { a: "", b: 1, c: 1 }],
  [
    'must be one of "cat" or "dog"',
    z.discriminatedUnion("kind", [z.object({ kind: z.literal("cat") }), z.object({ kind: z.literal("dog") })]),
    { kind: "cow" },
  ],
  ["invalid", z.custom(() => false), 5],
])("%s", (message, schema, value) => {
  const { error } = schema.safeParse(value, { error: plainIssue });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("a rejected value is not quoted", () => {
  const secret = "sk-secret";
  const schemas = [z.number(), z.email(), z.enum(["a"]), z.string().max(2), z.string().regex(/^x/), z.literal("x")];
  for (const schema of schemas) {
    const { error } = (schema as z.ZodType).safeParse(secret, { error: plainIssue });
    expect(error?.issues[0]?.message).not.toContain(secret);
  }
});
