import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import browserNext from "#server/build/browser-next.mjs";

const NEXT = "node_modules/next";
/** What the browser gets instead of Next's own code. */
const REPLACED = [
  "dist/client/components/router-reducer/reducers/server-action-reducer.js",
  "dist/client/components/errors/graceful-degrade-boundary.js",
  "dist/client/components/handle-isr-error.js",
  "dist/client/components/builtin/error-styles.js",
];

describe("Next's client in the browser", () => {
  test("is its ES modules, at the paths of the CommonJS files", () => {
    const file = "dist/client/components/app-router.js";
    expect(loaded(file)).toBe(textOf(file.replace("dist/", "dist/esm/")));
  });

  test.each(REPLACED)("exports from %s what Next imports from it", (file) => {
    const name = file.split("/").at(-1)?.replace(".js", "");
    const imports = new RegExp(`import (?:(\\w+)|\\{([^}]*)\\}) from '[^']*/${name}'`, "g");
    const sources = globSync(`${NEXT}/dist/esm/client/**/*.js`, { exclude: (path) => path.includes("/dev/") });
    const wanted = sources.flatMap((source) =>
      [...readFileSync(source, "utf8").matchAll(imports)].flatMap(([, own, named]) =>
        own ? ["default"] : (named ?? "").split(",").map((one) => one.trim()),
      ),
    );
    const exported = loaded(file);
    expect(exported).not.toBe(textOf(file.replace("dist/", "dist/esm/")));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((one) => !new RegExp(`\\b${one}\\b`).test(exported))).toEqual([]);
  });

  test("has no code for server actions, and the console has none", () => {
    const sources = globSync("{app,components,lib}/**/*.{ts,tsx}");
    expect(sources.length).toBeGreaterThan(500);
    expect(sources.filter((source) => /^\s*["']use server["']/m.test(readFileSync(source, "utf8")))).toEqual([]);
  });
});

function textOf(file: string): string {
  return readFileSync(`${NEXT}/${file}`, "utf8");
}

function loaded(file: string): string {
  return browserNext.call({ resourcePath: `${NEXT}/${file}` }, textOf(file));
}
