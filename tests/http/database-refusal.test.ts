import { expect, test } from "vitest";
import { databaseRefusal } from "#server/http/database-refusal.ts";

function failedQuery(code: string): Error {
  return new Error("Failed query", { cause: Object.assign(new Error("refused"), { code }) });
}

test.each([
  ["22021", 400],
  ["22P05", 400],
  ["23503", 409],
])("a query that fails with %s is the request's doing: %i", (code, status) => {
  expect(databaseRefusal(failedQuery(code))?.status).toBe(status);
});

test.each([failedQuery("42P01"), failedQuery("toString"), new Error("ours"), "no error"])("%s is not", (error) => {
  expect(databaseRefusal(error)).toBe(undefined);
});
