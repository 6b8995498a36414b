import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { afterAll, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { callModel, DESTINATION_ENV, newDestination, setUpDestinations, untilHealth } from "./set-up-destinations.ts";

const parent = mkdtempSync(join(tmpdir(), "switchboard-exports-"));
const root = join(parent, "exports");
mkdirSync(root);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const gateway = sharedGateway({
  env: { ...DESTINATION_ENV, DESTINATION_S3_BATCH_SECONDS: "1", DESTINATION_DISK_FOLDER: root },
});

type Line = { id: string; created_at: string };

/** Returns the lines of each file below a folder, by path, and fails for a file that is not an export. */
function filesBelow(folder: string): [path: string, lines: Line[]][] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map(({ parentPath, name }) => {
    const text = gunzipSync(readFileSync(join(parentPath, name))).toString();
    const lines = text.trimEnd().split("\n");
    return [join(parentPath, name).slice(folder.length + 1), lines.map((line) => JSON.parse(line))];
  });
}

async function newDisk(slug: string, config: object = {}) {
  const { workspace, key } = await setUpDestinations(gateway, slug);
  const id = await newDestination(gateway, { type: "disk", config, workspace_id: workspace });
  return { workspace, key, id, folder: join(root, workspace, id) };
}

const retry = (id: string) => gateway.call("POST", `/observability/destinations/${id}/retry`);

test("a disk destination writes NDJSON files by key and hour into its own folder", async () => {
  const { workspace, key, id, folder } = await newDisk("files", { pathTemplate: "day={date}/{apiKeyName}" });
  const second = await gateway.newKey({ name: "second/key", workspace_id: workspace });
  const third = await gateway.newKey({ name: "..", workspace_id: workspace });
  const mine = await callModel(gateway, key, 3);
  const others = await callModel(gateway, second.key, 2);
  const dots = await callModel(gateway, third.key, 1);
  await untilHealth(gateway, id, { delivered: 6, backlog: 0 });
  const files = filesBelow(folder);
  const idsIn = (name: string) =>
    files.filter(([path]) => path.includes(name)).flatMap(([, lines]) => lines.map((line) => line.id));
  expect(idsIn("/key_of_files/").sort()).toEqual(mine.sort());
  expect(idsIn("/second_key/").sort()).toEqual(others.sort());
  expect(idsIn("/_/")).toEqual(dots);
  for (const [path, lines] of files) {
    for (const { created_at: at } of lines) {
      const start = `^day=${at.slice(0, 10)}/[^/]+/${at.slice(11, 13)}00`;
      expect(path).toMatch(new RegExp(`${start}-${id}-\\d+\\.ndjson\\.gz$`));
    }
  }
});

test("a disk destination writes Parquet files that have each request with its exact cost", async () => {
  const { workspace, key } = await setUpDestinations(gateway, "columns");
  const config = { format: "parquet", pathTemplate: "year={year}" };
  const fields = { type: "disk", config, workspace_id: workspace, broadcast_generation_cost: true };
  const id = await newDestination(gateway, fields);
  const ids = await callModel(gateway, key, 3);
  await untilHealth(gateway, id, { delivered: 3, backlog: 0 });
  const names = readdirSync(join(root, workspace, id), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".parquet"));
  expect(files).toHaveLength(names.length - 1);
  const rows = await Promise.all(
    files.map((name) => {
      const { buffer } = Uint8Array.from(readFileSync(join(root, workspace, id, name)));
      return parquetReadObjects({ file: buffer });
    }),
  );
  expect(
    rows
      .flat()
      .map((row) => row.id)
      .sort(),
  ).toEqual(ids.sort());
  for (const row of rows.flat()) expect([row.cost_nano_usd, row.tokens_prompt > 0n]).toEqual([0n, true]);
});

test("a missing folder is named, never created, and gets its requests once it is back", async () => {
  const { key, id, folder } = await newDisk("missing");
  const away = join(parent, "unmounted");
  renameSync(root, away);
  const ids = await callModel(gateway, key, 2);
  const error = "The folder DESTINATION_DISK_FOLDER does not exist";
  await untilHealth(gateway, id, { last_error: error, backlog: 2, delivered: 0 });
  const tried = await gateway.call("POST", `/observability/destinations/${id}/test`);
  expect(tried.body.data).toMatchObject({ status: null, error });
  expect(readdirSync(parent)).toEqual(["unmounted"]);
  renameSync(away, root);
  await retry(id);
  await untilHealth(gateway, id, { delivered: 2, backlog: 0, failures: 0 });
  expect(filesBelow(folder).flatMap(([, lines]) => lines.map((line) => line.id))).toEqual(ids);
});

test("a request whose batch failed halfway is on the disk once, whatever waits by then", async () => {
  const { workspace, key, id, folder } = await newDisk("halfway", { pathTemplate: "{apiKeyName}" });
  const second = await gateway.newKey({ name: "blocked", workspace_id: workspace });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "blocked"), "");
  // The three wait together, so that one batch has them all.
  const away = join(parent, "away");
  renameSync(root, away);
  const ids = await callModel(gateway, key, 2);
  ids.push(...(await callModel(gateway, second.key, 1)));
  await untilHealth(gateway, id, { backlog: 3 });
  renameSync(away, root);
  await retry(id);
  await untilHealth(gateway, id, { last_error: expect.stringMatching(/^A file is in the way/), backlog: 3 });
  expect(readdirSync(join(folder, "key_of_halfway"))).toHaveLength(1);
  ids.push(...(await callModel(gateway, key, 2)));
  await untilHealth(gateway, id, { backlog: 5 });
  rmSync(join(folder, "blocked"));
  await retry(id);
  await untilHealth(gateway, id, { delivered: 5, backlog: 0 });
  const written = filesBelow(folder).flatMap(([, lines]) => lines.map((line) => line.id));
  expect(written.sort()).toEqual(ids.sort());
});

test("a link below the folder is not followed", async () => {
  const { workspace, key, id } = await newDisk("linked");
  const outside = join(parent, "outside");
  mkdirSync(outside);
  symlinkSync(outside, join(root, workspace));
  await callModel(gateway, key, 1);
  const error = "A folder of the export is a link; replace it with a real folder";
  await untilHealth(gateway, id, { last_error: error, backlog: 1 });
  expect(readdirSync(outside)).toEqual([]);
});

test.each(["../up", "a/../../b", "/etc", "a//b", ".", "a/", "{prefix}", "a\\b", "a b", "{date}/..", ""])(
  "the path %j is rejected",
  async (pathTemplate) => {
    const body = { type: "disk", name: "Files", config: { pathTemplate } };
    const { status, body: answer } = await gateway.call("POST", "/observability/destinations", body);
    expect([status, answer.error.message]).toEqual([400, expect.stringContaining("config.pathTemplate")]);
  },
);
