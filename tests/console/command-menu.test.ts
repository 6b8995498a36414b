import { describe, expect, test } from "vitest";
import { matchScore } from "#components/shell/commands/match-score.ts";
import { shortTitle } from "#components/shell/commands/recent.ts";

const LINES = [
  ["Playground", "Build"],
  ["Playground: Transcription", "try"],
  ["Audit log", "Organization"],
  ["Keys", "Control"],
  ["Provider keys", "Control"],
  ["Your account", "profile", "password", "second factor"],
  ["Key production-web (sk-sb-…TNOU)"],
] as const;

/** The lines that are shown for some letters, best first. */
const shown = (search: string) =>
  LINES.map((names) => ({ name: names[0], score: matchScore(search, names) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ name }) => name);

describe("the command menu", () => {
  test("matches the beginnings of words, not letters anywhere in a line", () => {
    expect(shown("prod")).toEqual(["Key production-web (sk-sb-…TNOU)"]);
    expect(shown("prof")).toEqual(["Your account"]);
    expect(shown("xyz")).toEqual([]);
  });

  test("sorts exact matches first, then prefixes, then matches of later words", () => {
    expect(shown("keys")).toEqual(["Keys", "Provider keys"]);
    expect(shown("key")).toEqual(["Keys", "Key production-web (sk-sb-…TNOU)", "Provider keys"]);
  });

  test("accepts several words in any order, and a part inside a word", () => {
    expect(shown("keys prov")).toEqual(["Provider keys"]);
    expect(shown("second fac")).toEqual(["Your account"]);
    expect(shown("TNOU")).toEqual(["Key production-web (sk-sb-…TNOU)"]);
    expect(shown("scription")).toEqual(["Playground: Transcription"]);
  });

  test("keeps server results even if their label does not contain the search text", () => {
    expect(matchScore("3c529b68", ["Key production-web"])).toBe(0);
    expect(matchScore("3c529b68", ["Key production-web"], true)).toBeGreaterThan(0);
  });

  test("names visited pages without the workspace and the product", () => {
    expect(shortTitle("/w/default/keys/abc", "production-web · Key · default · Switchboard")).toBe(
      "production-web · Key",
    );
    expect(shortTitle("/w/default/models", "Models · default · Switchboard")).toBe("Models");
    expect(shortTitle("/org/members", "Members · Organization · Switchboard")).toBe("Members · Organization");
    expect(shortTitle("/account", "Your account · Switchboard")).toBe("Your account");
    expect(shortTitle("/w/default", "default · Switchboard")).toBe("default");
  });
});
