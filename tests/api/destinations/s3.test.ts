import { createServer, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { S3mini } from "s3mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { type S3Server, startS3 } from "#tests/support/servers/s3-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { callModel, DESTINATION_ENV, newDestination, setUpDestinations, untilHealth } from "./set-up-destinations.ts";

const gateway = sharedGateway({ env: { ...DESTINATION_ENV, DESTINATION_S3_BATCH_SECONDS: "1" } });
let server: S3Server;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server?.close());

const configOf = (more: object = {}) => ({
  bucketName: server.bucket,
  endpoint: server.endpoint,
  accessKeyId: server.env.S3_ACCESS_KEY_ID,
  secretAccessKey: server.env.S3_SECRET_ACCESS_KEY,
  region: "us-east-1",
  ...more,
});

/** Returns every object below a prefix, by name. */
async function contentsBelow(prefix: string): Promise<[name: string, content: ArrayBuffer][]> {
  const client = new S3mini({
    endpoint: `${server.endpoint}/${server.bucket}`,
    region: "us-east-1",
    accessKeyId: server.env.S3_ACCESS_KEY_ID as string,
    secretAccessKey: server.env.S3_SECRET_ACCESS_KEY as string,
  });
  const listed = (await client.listObjects("/", prefix)) ?? [];
  return Promise.all(
    listed.map(async ({ Key }): Promise<[string, ArrayBuffer]> => {
      return [Key, (await client.getObjectArrayBuffer(Key)) as ArrayBuffer];
    }),
  );
}

type Line = { id: string; created_at: string };

/** Returns the lines of every object below a prefix, by name. */
async function objectsBelow(prefix: string): Promise<[name: string, lines: Line[]][]> {
  return (await contentsBelow(prefix)).map(([name, content]) => {
    const lines = gunzipSync(Buffer.from(content)).toString().trimEnd().split("\n");
    return [name, lines.map((line) => JSON.parse(line))];
  });
}

test("an S3 destination receives NDJSON objects by key and hour", async () => {
  const { workspace, key } = await setUpDestinations(gateway, "bucket");
  const second = await gateway.newKey({ name: "second/key", workspace_id: workspace });
  const config = configOf({ prefix: "traces", pathTemplate: "{prefix}/{date}/{apiKeyName}" });
  const id = await newDestination(gateway, { type: "s3", config, workspace_id: workspace });
  const mine = await callModel(gateway, key, 3);
  const others = await callModel(gateway, second.key, 2);
  await untilHealth(gateway, id, { delivered: 5, backlog: 0 });
  const objects = await objectsBelow("traces/");
  const idsIn = (name: string) =>
    objects.filter(([path]) => path.includes(name)).flatMap(([, lines]) => lines.map((line) => line.id));
  expect(idsIn("/key_of_bucket/").sort()).toEqual(mine.sort());
  expect(idsIn("/second_key/").sort()).toEqual(others.sort());
  for (const [path, lines] of objects) {
    for (const { created_at: at } of lines) {
      expect(path).toMatch(new RegExp(`^traces/${at.slice(0, 10)}/[^/]+/${at.slice(11, 13)}00-.+\\.ndjson\\.gz$`));
    }
  }
});

test("an S3 destination receives Parquet objects", async () => {
  const { workspace, key } = await setUpDestinations(gateway, "columns");
  const config = configOf({ prefix: "columns", format: "parquet" });
  const id = await newDestination(gateway, { type: "s3", config, workspace_id: workspace });
  const ids = await callModel(gateway, key, 2);
  await untilHealth(gateway, id, { delivered: 2, backlog: 0 });
  const objects = await contentsBelow("columns/");
  for (const [name] of objects) expect(name).toMatch(/\.parquet$/);
  const rows = await Promise.all(objects.map(([, file]) => parquetReadObjects({ file })));
  expect(rows.flat().map((row) => row.id)).toEqual(expect.arrayContaining(ids));
  expect(rows.flat()).toHaveLength(2);
});

test("with wrong credentials the error reveals none, and requests arrive once they are corrected", async () => {
  const { workspace, key } = await setUpDestinations(gateway, "credentials");
  const config = configOf({ secretAccessKey: "wrong-secret-of-mine", prefix: "late" });
  const id = await newDestination(gateway, { type: "s3", config, workspace_id: workspace });
  const ids = await callModel(gateway, key, 2);
  await untilHealth(gateway, id, { last_error: "The receiver responded with status 403", backlog: 2 });
  const path = `/observability/destinations/${id}`;
  const tried = await gateway.call("POST", `${path}/test`);
  expect(tried.body.data).toMatchObject({ status: 403 });
  expect(JSON.stringify(tried.body) + gateway.output()).not.toContain("wrong-secret");
  await gateway.call("PATCH", path, { config: { secretAccessKey: server.env.S3_SECRET_ACCESS_KEY } });
  await untilHealth(gateway, id, { delivered: 2, backlog: 0, failures: 0 });
  const stored = (await objectsBelow("late/")).flatMap(([, lines]) => lines.map((line) => line.id));
  expect(stored.sort()).toEqual(ids.sort());
});

/** A server that stores what it receives, but responds with 500 while `isFailing`. */
async function openFailingServer() {
  const state = { isFailing: true };
  const failing = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request({ ...hostOf(server.endpoint), method, path, headers }, (answer) => {
      outgoing.writeHead(state.isFailing ? 500 : (answer.statusCode as number));
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  const { url: endpoint, close } = await listenLocally(failing);
  return { state, endpoint, close };
}

function hostOf(endpoint: string): { host: string; port: string } {
  const { hostname: host, port } = new URL(endpoint);
  return { host, port };
}

test("a request whose object was stored without a confirmation is in the bucket once, whatever waits by then", async () => {
  const { workspace, key } = await setUpDestinations(gateway, "unconfirmed");
  const failing = await openFailingServer();
  const config = configOf({ endpoint: failing.endpoint, prefix: "once", pathTemplate: "{prefix}" });
  const id = await newDestination(gateway, { type: "s3", config, workspace_id: workspace });
  const ids = await callModel(gateway, key, 3);
  await untilHealth(gateway, id, { last_error: "The receiver responded with status 500", backlog: 3 });
  // The first batch, which may not have waited for all three.
  expect((await objectsBelow("once/")).flatMap(([, lines]) => lines)).not.toHaveLength(0);
  ids.push(...(await callModel(gateway, key, 2)));
  const { failures } = await untilHealth(gateway, id, { backlog: 5 });
  // An attempt after all of them have waited for a second.
  await untilHealth(gateway, id, { failures: failures + 2 });
  failing.state.isFailing = false;
  await untilHealth(gateway, id, { delivered: 5, backlog: 0 });
  const stored = (await objectsBelow("once/")).flatMap(([, lines]) => lines.map((line) => line.id));
  expect(stored.sort()).toEqual(ids.sort());
  await failing.close();
});
