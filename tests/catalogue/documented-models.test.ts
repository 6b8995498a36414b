import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSnapshot } from "#server/catalogue/load.ts";

const root = new URL("../../", import.meta.url);
const guides = readdirSync(new URL("app/docs/guides/", root)).map((name) => `app/docs/guides/${name}`);

test.each(["README.md", "lib/docs/examples.ts", ...guides])("%s names no model that its creator retires", (path) => {
  const text = readFileSync(new URL(path, root), "utf8");
  const retiring = readSnapshot().models.filter(({ retirement }) => retirement);
  const named = new Set(text.match(/[\w-]+\/[\w.-]*\w/g));
  expect(retiring.map(({ id }) => id).filter((id) => named.has(id))).toEqual([]);
});
