import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import icons from "#server/build/icons.mjs";

const FOLDER = "node_modules/lucide-react/dist/esm/icons";
/** Commands of path data, each with as many numbers as it takes, or a multiple. */
const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

describe("an icon in the browser", () => {
  test("is one path that is valid and starts at an absolute point, for every icon of the library", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".mjs"));
    const wrong = files.filter((name) => {
      const path = pathOf(name);
      return path !== undefined && !isValid(path);
    });
    expect(files.length).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  });

  test("has all the shapes of the library's icon", () => {
    // A rectangle with round corners, and a path.
    expect(pathOf("copy.mjs")).toBe(
      "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z" +
        "M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
    );
  });

  test("draws a path that starts with a relative point from the origin, and its lines relative to their start", () => {
    // The library writes "m11 13.73-4 6.93", after other paths.
    expect(pathOf("cog.mjs")).toContain("M11 13.73l-4 6.93");
  });
});

function pathOf(name: string): string | undefined {
  const resourcePath = `${FOLDER}/${name}`;
  const source = readFileSync(resourcePath, "utf8");
  const path = /draw\((".*")\)/.exec(icons.call({ resourcePath }, source))?.[1];
  return path && JSON.parse(path);
}

function isValid(path: string): boolean {
  if (!path.startsWith("M")) return false;
  return [...path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].every(([, command = "", rest = ""]) => {
    const count = NUMBERS[command.toUpperCase()];
    const numbers = numbersOf(rest, command.toUpperCase() === "A");
    if (count === undefined || numbers === undefined) return false;
    return count === 0 ? numbers === 0 : numbers > 0 && numbers % count === 0;
  });
}

/** How many numbers `text` has; an arc's flags may stand without a space before the next number. */
function numbersOf(text: string, isArc: boolean): number | undefined {
  let [left, count] = [text, 0];
  while (left.replace(/^[\s,]+/, "") !== "") {
    left = left.replace(/^[\s,]+/, "");
    const isFlag = isArc && (count % 7 === 3 || count % 7 === 4);
    const found = (isFlag ? /^[01]/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/).exec(left)?.[0];
    if (!found) return undefined;
    [left, count] = [left.slice(found.length), count + 1];
  }
  return count;
}
