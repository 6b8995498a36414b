import { describe, expect, test } from "vitest";
import { clients } from "#lib/docs/connect.ts";
import { samplesOf } from "#lib/docs/operation-samples.ts";
import { operations } from "#lib/docs/reference.ts";
import { KEY_PLACEHOLDER, KEY_VARIABLE, requestSamples, withKey } from "#lib/request-samples.ts";

const KEY = "sk-sb-v1-0123456789abcdef";
const BASE = "https://gateway.example/api/v1";

const SAMPLES = [
  ...clients("https://gateway.example").flatMap(({ name, samples }) =>
    samples.map(({ label, code }) => ({ name: `${name}, ${label}`, code })),
  ),
  ...requestSamples({ baseUrl: BASE, model: "local/echo", key: KEY_PLACEHOLDER }).map(({ label, code }) => ({
    name: `First request, ${label}`,
    code,
  })),
  ...operations.flatMap((operation) =>
    samplesOf(operation, BASE).map(({ label, code }) => ({ name: `${operation.id}, ${label}`, code })),
  ),
];

describe("a sample with a key", () => {
  test.each(SAMPLES)("$name: contains the key in place of the environment variable", ({ code }) => {
    const filled = withKey(code, KEY);
    expect(filled.split(KEY).length).toBe(code.split(KEY_VARIABLE).length);
    expect(filled).not.toContain(KEY_VARIABLE);
    expect(filled).not.toMatch(/process\.env|os\.environ|^import os$/m);
  });

  test("equals the page's own sample with that key", () => {
    const request = { baseUrl: BASE, model: "local/echo" };
    const filled = requestSamples({ ...request, key: KEY_PLACEHOLDER }).map(({ code }) => withKey(code, KEY));
    expect(filled).toEqual(requestSamples({ ...request, key: KEY }).map(({ code }) => code));
  });
});
