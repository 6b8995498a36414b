import { expect, test } from "vitest";
import { nextPath } from "#components/entry/next-path.ts";

test("sign-in redirects only to our own pages", () => {
  const origin = "http://localhost:3000";
  const pathAfter = (next: string) => nextPath(`?${new URLSearchParams({ next })}`, origin);
  expect(pathAfter("/w/default/keys?limit=25#top")).toBe("/w/default/keys?limit=25#top");
  expect(nextPath("", origin)).toBe("/");
  for (const next of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "http://localhost:3000@evil.example/",
    "/sign-in?next=/sign-in",
    "http://",
  ]) {
    expect([next, pathAfter(next)]).toEqual([next, "/"]);
  }
});
