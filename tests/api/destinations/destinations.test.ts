import { OpenRouter } from "@openrouter/sdk";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";

const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({ env: { DATABASE_URL: postgres.url } }));

const PATH = "/observability/destinations";
const SECRETS = [
  "Bearer hook-secret-1234",
  "AKIAEXAMPLEKEY123456",
  "s3-secret-access-key-9876",
  "otel-token-abcd-5555",
];
const WEBHOOK = { url: "https://203.0.114.7/in", headers: { Authorization: SECRETS[0], "x-short": "abc" } };
const S3 = { bucketName: "traces", accessKeyId: SECRETS[1], secretAccessKey: SECRETS[2], region: "eu-central-1" };
const OTEL = { endpoint: "https://203.0.114.7:4318", headers: { "api-key": SECRETS[3] } };

const create = (type: string, config: object, more: object = {}) =>
  gateway.call("POST", PATH, { name: `Test ${type}`, type, config, ...more });

describe("a destination", () => {
  test.each([
    ["webhook", WEBHOOK, { method: "POST", headers: { Authorization: "••••1234", "x-short": "••••" } }],
    ["otel-collector", OTEL, { headers: { "api-key": "••••5555" } }],
    ["s3", S3, { accessKeyId: "••••3456", secretAccessKey: "••••9876", pathTemplate: "{prefix}/{date}" }],
  ])(
    "of type %s is created, read, listed, changed and deleted, with its secrets masked",
    async (type, config, masked) => {
      const { status, body } = await create(type, config);
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body.data).toMatchObject({
        name: `Test ${type}`,
        type,
        enabled: true,
        sampling_rate: 1,
        regions: ["global"],
      });
      expect(body.data.config).toMatchObject(masked);
      const path = `${PATH}/${body.data.id}`;
      expect((await gateway.call("GET", path)).body).toEqual(body);
      expect((await gateway.call("GET", PATH)).body.data).toContainEqual(body.data);
      const changed = await gateway.call("PATCH", path, {
        name: "Renamed",
        sampling_rate: 0.5,
        config: body.data.config,
      });
      expect(changed.body.data).toMatchObject({ name: "Renamed", sampling_rate: 0.5, config: body.data.config });
      expect((await gateway.call("DELETE", path)).body).toEqual({ deleted: true });
      for (const method of ["GET", "PATCH", "DELETE"]) expect((await gateway.call(method, path)).status).toBe(404);
    },
  );

  test("of type disk needs the operator's folder", async () => {
    const { status, body } = await create("disk", {});
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("DESTINATION_DISK_FOLDER")]);
  });

  test("keeps a secret if its masked form is sent back, and accepts a new one", async () => {
    const { id } = (await create("webhook", WEBHOOK)).body.data;
    const change = (config: object) => gateway.call("PATCH", `${PATH}/${id}`, { config });
    const kept = await change({ headers: { Authorization: "••••1234", extra: "a-new-secret-4321" } });
    expect(kept.body.data.config.headers).toEqual({ Authorization: "••••1234", extra: "••••4321" });
    const fresh = await change({ headers: { Authorization: "Bearer another-9999" } });
    expect(fresh.body.data.config).toMatchObject({ url: WEBHOOK.url, headers: { Authorization: "••••9999" } });
    expect((await change({ url: "http://127.0.0.1/" })).status).toBe(400);
    expect((await change({ surprise: 1 })).status).toBe(400);
    await gateway.call("DELETE", `${PATH}/${id}`);
  });

  test("keeps its secrets sealed: no row, response, log or audit entry contains them", async () => {
    const made = [await create("webhook", WEBHOOK), await create("s3", S3), await create("otel-collector", OTEL)];
    for (const { body } of made) {
      await gateway.call("PATCH", `${PATH}/${body.data.id}`, { enabled: false });
    }
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const rows = await client.query("select d::text as text from destination d union all select a::text from audit a");
    await client.end();
    const audit = await gateway.call("GET", "/audit?target_type=destination&limit=100");
    expect(audit.body.data.length).toBeGreaterThan(5);
    const seen = [rows.rows, audit.body, (await gateway.call("GET", PATH)).body, gateway.output()];
    for (const secret of SECRETS) expect(JSON.stringify(seen)).not.toContain(secret);
    for (const { body } of made) await gateway.call("DELETE", `${PATH}/${body.data.id}`);
  });

  test("is limited to five per type, even with simultaneous requests", async () => {
    const responses = await Promise.all(Array.from({ length: 7 }, () => create("otel-collector", OTEL)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
    for (const { body } of responses) if (body.data) await gateway.call("DELETE", `${PATH}/${body.data.id}`);
  });

  test("accepts only keys of its workspace", async () => {
    const { hash } = await gateway.newKey();
    const { body } = await create("webhook", WEBHOOK, { api_key_hashes: [hash] });
    expect(body.data.api_key_hashes).toEqual([hash]);
    const made = await gateway.call("POST", "/workspaces", { name: "Elsewhere", slug: "elsewhere" });
    const other = await gateway.newKey({ workspace_id: made.body.data.id });
    expect((await create("webhook", WEBHOOK, { api_key_hashes: [other.hash] })).status).toBe(400);
    const there = await create("webhook", WEBHOOK, { workspace_id: "elsewhere" });
    expect(there.body.data.workspace_id).toBe(made.body.data.id);
    expect((await gateway.call("GET", `${PATH}?workspace_id=elsewhere`)).body).toMatchObject({ total_count: 1 });
    for (const { id } of [body.data, there.body.data]) await gateway.call("DELETE", `${PATH}/${id}`);
  });
});

describe("a destination is rejected", () => {
  test.each([
    "http://127.0.0.1/x",
    "http://localhost:9/x",
    "https://10.1.2.3/",
    "http://169.254.169.254/latest",
    "http://[::1]/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "ftp://203.0.114.7/",
    "https://user:pass@203.0.114.7/",
    "nonsense",
  ])("at %s", async (url) => {
    expect((await create("webhook", { url })).status).toBe(400);
    expect((await create("otel-collector", { endpoint: url })).status).toBe(400);
    expect((await create("s3", { ...S3, endpoint: url })).status).toBe(400);
  });

  test.each<[string, object, object?]>([
    ["datadog", { apiKey: "x" }],
    ["webhook", {}],
    ["webhook", { ...WEBHOOK, method: "GET" }],
    ["webhook", { ...WEBHOOK, headers: { "two words": "x" } }],
    ["webhook", { ...WEBHOOK, headers: { a: "x\r\ny: z" } }],
    ["webhook", WEBHOOK, { sampling_rate: 0 }],
    ["webhook", WEBHOOK, { api_key_hashes: [] }],
    ["webhook", WEBHOOK, { regions: [] }],
    ["webhook", WEBHOOK, { filter_rules: { groups: [{ rules: [{ field: "mood", operator: "equals" }] }] } }],
    ["webhook", WEBHOOK, { name: " " }],
    ["s3", { ...S3, secretAccessKey: undefined }],
    ["s3", { ...S3, bucketName: "traces?x" }],
    ["s3", { ...S3, bucketName: "other/traces" }],
  ])("of type %s with %j and %j", async (type, config, more) => {
    expect((await create(type, config, more)).status).toBe(400);
  });
});

test("the published SDK creates, lists, updates and deletes a destination", async () => {
  const client = new OpenRouter({ apiKey: gateway.managementKey, serverURL: `${gateway.url}/api/v1` });
  const made = await client.observability.create({
    createObservabilityDestinationRequest: { name: "SDK", type: "webhook", config: WEBHOOK, regions: ["eu"] },
  });
  expect(made.data).toMatchObject({ type: "webhook", name: "SDK", regions: ["europe"], config: { url: WEBHOOK.url } });
  const id = (made.data as { id: string }).id;
  const pages = await Array.fromAsync(await client.observability.list({}));
  expect(JSON.stringify(pages)).toContain(id);
  const updateObservabilityDestinationRequest = { enabled: false };
  const changed = await client.observability.update({ id, updateObservabilityDestinationRequest });
  expect(changed.data).toMatchObject({ enabled: false });
  expect(await client.observability.delete({ id })).toEqual({ deleted: true });
});
