import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleServer } from "#server/build/bundle.mjs";

let project: string;

const REFUSE = `
export function isRefused(path: string): boolean {
  try {
    decodeURIComponent(path);
    new URL(path, "http://localhost");
    return false;
  } catch {
    return true;
  }
}`;

/** Functions that throw, two lines each, and a search for the lines of some, in any order. */
const MANY = `const failures = [
${"() => {\n  throw new Error(); },\n".repeat(2_500)}];
for (const index of [2_499, 0, 1_200, 2_498, 1_201, 600, 600]) {
  try { failures[index]?.(); }
  catch (error) { console.log(index + " " + /many\\.ts:(\\d+)/.exec(String((error as Error).stack))?.[1]); }
}`;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "bundle-"));
  write("server/http/route-modules.ts", "export const readRouteModules = async (): Promise<object> => ({});");
  write("app/api/v1/things/[id]/route.ts", "export const GET: () => string = () => 'a thing';");
  write("server/fail.ts", "\n\nexport function fail(): never {\n  throw new TypeError('on purpose');\n}\n");
  write("server/refuse.ts", REFUSE);
  write(
    "server/main.ts",
    `import { readRouteModules } from "./http/route-modules.ts";
import { fail } from "./fail.ts";
import { isRefused } from "./refuse.ts";
console.log("refused: " + ["%20", "%"].map(isRefused).join(", "));
console.log(Object.entries(await readRouteModules()).map(([file, { GET }]) => file + ": " + GET()).join());
fail();
`,
  );
  write("server/many.ts", MANY);
  await bundleServer({
    project,
    entries: { main: "server/main.ts", many: "server/many.ts" },
    folder: join(project, "made"),
  });
  for (const folder of ["app", "server/http", "server/fail.ts", "server/refuse.ts"])
    rmSync(join(project, folder), { recursive: true });
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(join(project, file, ".."), { recursive: true });
  writeFileSync(join(project, file), text);
}

function run(entry = "main") {
  return spawnSync(process.execPath, [`made/${entry}.mjs`], { cwd: project, encoding: "utf8" });
}

test("a bundle contains the route files", () => {
  expect(run().stdout).toContain("app/api/v1/things/[id]/route.ts: a thing\n");
});

test("a call that only throws is not optimized away", () => {
  expect(run().stdout).toContain("refused: false, true\n");
});

test("a stack trace names the source file and line", () => {
  const { stderr } = run();
  expect(stderr).toContain("TypeError: on purpose");
  expect(stderr).toMatch(
    / {4}at fail \(file:\/\/\S+\/server\/fail\.ts:4:9\)\n {4}at file:\/\/\S+\/server\/main\.ts:6:1/,
  );
});

test("a stack trace names the right line of a long file, whichever was searched before", () => {
  const lines = run("many").stdout.trim().split("\n");
  expect(lines).toEqual([2_499, 0, 1_200, 2_498, 1_201, 600, 600].map((index) => `${index} ${2 * index + 3}`));
});

test("without a map, a stack trace names the bundle", () => {
  rmSync(join(project, "made/main.mjs.map"));
  expect(run().stderr).toMatch(/ {4}at fail \(file:\/\/\S+\/made\/main\.mjs:\d+:\d+\)/);
});
