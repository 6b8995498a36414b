import { expect, test } from "vitest";
import { databaseRefusal } from "#server/http/database-refusal.ts";

function failedQuery(code: string): Error {
  return new Error("Failed query", { cause: Object.assign(new Error("refused"), { code }) });
}

test.each([
  ["22021", 400],
  ["22P05", 400],
  ["23503", 409],
])("a query that fails with %s is the caller's error: %i", (code, status) => {
  expect(databaseRefusal(failedQuery(code))?.status).toBe(status);
});

test("a connection closed by the database counts as an outage", () => {
  expect(databaseRefusal(failedQuery("57P01"))?.status).toBe(503);
  const ended = new Error("Failed query", { cause: new Error("Connection terminated unexpectedly") });
  expect(databaseRefusal(ended)?.metadata).toEqual({ reason: "database_unavailable" });
});

test("a broken connection counts as an outage only while the database does not respond", () => {
  expect(databaseRefusal(failedQuery("ECONNRESET"))).toBe(undefined);
  expect(databaseRefusal(failedQuery("ECONNRESET"), true)?.status).toBe(503);
});

test.each([failedQuery("42P01"), failedQuery("toString"), new Error("ours"), "no error"])(
  "%s is not the caller's error",
  (error) => {
    expect(databaseRefusal(error)).toBe(undefined);
  },
);
