import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeObject } from "#server/jobs/destinations/write-object.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "switchboard-objects-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PATH = ["workspace", "2026-11-24", "1600-a-1.gz"];
const file = () => join(root, ...PATH);
const write = (text: string) => writeObject(root, PATH, Buffer.from(text));

test("a file is replaced as a whole, and drafts of killed processes are removed, of this file only", async () => {
  await write("old");
  const folder = dirname(file());
  writeFileSync(join(folder, ".1600-a-1.gz.11.draft"), "ne");
  writeFileSync(join(folder, ".1600-a-12.gz.11.draft"), "of another file");
  await write("new");
  expect(readFileSync(file(), "utf8")).toBe("new");
  expect(readdirSync(folder).sort()).toEqual([".1600-a-12.gz.11.draft", "1600-a-1.gz"]);
});

test("files and new folders can be read by the group and not by others, and a folder keeps its group", async () => {
  chmodSync(root, 0o2700);
  const mask = process.umask(0o077);
  await write("text").finally(() => process.umask(mask));
  expect(statSync(file()).mode & 0o7777).toBe(0o640);
  expect(statSync(dirname(file())).mode & 0o7777).toBe(0o2750);
  expect(statSync(root).mode & 0o7777).toBe(0o2700);
});

test("a failed write leaves no draft", async () => {
  await mkdir(file(), { recursive: true });
  await expect(write("text")).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(dirname(file()))).toEqual(["1600-a-1.gz"]);
});

test("names of dots stay below the folder", async () => {
  await writeObject(root, ["..", "", ".", "a"], Buffer.from("text"));
  expect(readFileSync(join(root, "_", "_", "_", "a"), "utf8")).toBe("text");
});
