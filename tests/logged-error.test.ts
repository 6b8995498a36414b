import { DrizzleQueryError } from "drizzle-orm";
import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { UpstreamError } from "#server/errors.ts";
import { loggedError } from "#server/logged-error.ts";

const SECRET = "my prompt and my PIN 4711";

test("a failed statement is logged with its command, table and SQLSTATE, without its parameters", () => {
  const refused = Object.assign(new DatabaseError(`invalid input syntax: "${SECRET}"`, 1, "error"), {
    severity: "ERROR",
    code: "22P02",
    detail: SECRET,
    where: SECRET,
  });
  const error = new DrizzleQueryError(`insert into "generation" ("id") values ($1)`, [SECRET], refused);
  const logged = loggedError(error);
  expect(logged).toMatchObject({ statement: "insert generation", cause: { type: "DatabaseError", code: "22P02" } });
  expect(JSON.stringify(logged)).not.toContain("PIN");
});

test.each<[string, () => unknown]>([
  ["a parser's", () => JSON.parse(`{"input": ${SECRET}`)],
  [
    "an upstream's",
    () => {
      throw new UpstreamError(400, `invalid value ${SECRET}`, { retryable: false });
    },
  ],
  [
    "a package's own class",
    () => {
      class AI_TypeValidationError extends Error {
        value = SECRET;
      }
      throw new AI_TypeValidationError(`Value: ${SECRET}`);
    },
  ],
])("the message of %s error is omitted", (_, fail) => {
  try {
    fail();
    expect.unreachable();
  } catch (error) {
    const logged = loggedError(new Error("the call failed", { cause: error }));
    expect(logged.message).toBe("the call failed");
    expect(logged.cause?.stack).toContain("at ");
    expect(JSON.stringify(logged)).not.toMatch(/PIN|prompt/);
  }
});
