import { afterAll, beforeAll, expect, test } from "vitest";
import { type Production, startProduction } from "#tests/support/production.ts";

// What clients of the API send if their base URL is wrong. Needs the build of `npm test`.

let gateway: Production;

beforeAll(async () => {
  gateway = await startProduction("main");
});
afterAll(() => gateway.stop());

test.each([
  ["POST", "/chat/completions"],
  ["POST", "/engines/gpt/completions"],
  ["POST", "/"],
  ["POST", "/sign-in"],
  ["GET", "/models"],
  ["GET", "/models/local/echo"],
])("%s %s gets an error in the envelope, not a page", async (method, path) => {
  const response = await fetch(`${gateway.url}${path}`, { method });
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toContain("The base URL of the API ends with /v1");
});

test.each([
  ["GET", "/v1beta/fileSearchStores"],
  ["POST", "/v1beta/models/gemini-2.5-flash:computeTokens"],
])("%s %s gets an error in Google's form, not a page", async (method, path) => {
  const response = await fetch(`${gateway.url}${path}`, { method });
  expect((await response.json()).error).toMatchObject({
    code: 404,
    status: "NOT_FOUND",
    message: expect.stringContaining("generateContent"),
  });
});

test("a second slash at the start is no obstacle", async () => {
  const response = await fetch(`${gateway.url}//v1/models`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
});

test.each(["/sign-in", "/docs", "/models-of-nobody"])("%s is still a page", async (path) => {
  const response = await fetch(`${gateway.url}${path}`, { redirect: "manual" });
  expect(response.headers.get("content-type")).toContain("text/html");
});
