import { describe, expect, test } from "vitest";
import { rateLimitsIn } from "#server/providers/errors/rate-limits.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");

describe("what is left of a credential's limits is read from the headers of", () => {
  test.each<[string, Record<string, string>, object[]]>([
    [
      "OpenAI",
      {
        "x-ratelimit-limit-requests": "5000",
        "x-ratelimit-remaining-requests": "4999",
        "x-ratelimit-reset-requests": "12ms",
        "x-ratelimit-limit-tokens": "800000",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "1m2.5s",
      },
      [
        { kind: "requests", remaining: 4999, limit: 5000, resetsAtMs: NOW + 12 },
        { kind: "tokens", remaining: 0, limit: 800_000, resetsAtMs: NOW + 62_500 },
      ],
    ],
    [
      "Anthropic",
      {
        "anthropic-ratelimit-requests-limit": "50",
        "anthropic-ratelimit-requests-remaining": "49",
        "anthropic-ratelimit-requests-reset": "2026-11-24T12:00:01Z",
        "anthropic-ratelimit-output-tokens-remaining": "8000",
        "anthropic-ratelimit-output-tokens-reset": "2026-11-24T11:59:59Z",
      },
      [
        { kind: "requests", remaining: 49, limit: 50, resetsAtMs: NOW + 1000 },
        { kind: "output_tokens", remaining: 8000, resetsAtMs: NOW },
      ],
    ],
    [
      "Cerebras",
      { "x-ratelimit-remaining-requests-day": "3", "x-ratelimit-reset-requests-day": "33011.38" },
      [{ kind: "requests", remaining: 3, resetsAtMs: NOW + 33_011_380 }],
    ],
    [
      "OpenRouter",
      { "x-ratelimit-limit": "20", "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(NOW + 5000) },
      [{ kind: "requests", remaining: 0, limit: 20, resetsAtMs: NOW + 5000 }],
    ],
    ["a server without limits", { "content-type": "application/json" }, []],
    ["a server that sends nonsense", { "x-ratelimit-remaining-requests": "many", "x-ratelimit-remaining": "-1" }, []],
  ])("%s", (_, headers, limits) => {
    expect(rateLimitsIn(headers, NOW)).toEqual(limits);
    expect(rateLimitsIn(new Headers(headers), NOW)).toEqual(limits);
  });
});
