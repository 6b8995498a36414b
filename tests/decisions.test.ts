import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const README = readFileSync("server/README.md", "utf8");
const DECISIONS = globSync("server/decisions/*.md").sort();

describe("server/README.md", () => {
  test("is at most 8 kB", () => {
    expect(Buffer.byteLength(README)).toBeLessThanOrEqual(8_192);
  });

  test("links every decision file and no other", () => {
    const linked = [...README.matchAll(/\((decisions\/[^)]+)\)/g)].map(([, path]) => `server/${path}`);
    expect(linked.sort()).toEqual(DECISIONS);
  });
});

describe("decisions", () => {
  test.each(DECISIONS)("%s states date, context, decision and consequence of each", (file) => {
    const [, ...sections] = readFileSync(file, "utf8").split(/^## /m);
    const form =
      /^.+\n\n\d{4}-\d\d-\d\d\n\n\*\*Context\.\*\* .+\n\n\*\*Decision\.\*\* .+\n\n\*\*Consequence\.\*\* .+\n$/;
    expect(sections.length).toBeGreaterThan(0);
    expect(sections.filter((section) => !form.test(`${section.trimEnd()}\n`))).toEqual([]);
  });

  test.each(["server/README.md", ...DECISIONS])("%s names files that exist", (file) => {
    const named = [...readFileSync(file, "utf8").matchAll(/`((?:app|components|lib|server|tests)\/[\w./-]+)`/g)];
    const missing = named.map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });
});
