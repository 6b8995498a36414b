import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { digestOf, filesBelow } from "#server/build/source-digest.mjs";

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "digest-"));
  mkdirSync(join(project, "server/cli"), { recursive: true });
  for (const file of ["server/b.ts", "server/a.ts", "server/cli/c.ts"]) writeFileSync(join(project, file), file);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const digest = () => digestOf(project, filesBelow(project, "server", "nowhere"));

test("files are listed by their path in the project, in one order, whatever the project's name", () => {
  for (const name of [project, `${project}/`])
    expect(filesBelow(name, "server", "nowhere")).toEqual(["server/a.ts", "server/b.ts", "server/cli/c.ts"]);
});

test.each<[string, () => void]>([
  ["a changed byte", () => writeFileSync(join(project, "server/cli/c.ts"), "other")],
  ["a new file", () => writeFileSync(join(project, "server/d.ts"), "")],
  ["a removed file", () => rmSync(join(project, "server/a.ts"))],
  ["a renamed file", () => renameSync(join(project, "server/b.ts"), join(project, "server/e.ts"))],
])("%s changes the digest", (_, change) => {
  const before = digest();
  expect(digest()).toBe(before);
  change();
  expect(digest()).not.toBe(before);
});
