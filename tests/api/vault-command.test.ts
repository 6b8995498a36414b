import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#server/data/database.ts";
import { codeOf } from "#tests/support/authenticator-app.ts";
import { browser } from "#tests/support/browser.ts";
import { commandRunner, npmRun } from "#tests/support/commands/run-command.ts";
import { becomeOwner, PASSWORD, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { type IdentityProvider, startIdentityProvider } from "#tests/support/servers/identity-provider.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";

const OWN = "sk-own-0123456789abcdefghij";
/** What a stored request says. */
const MARK = "heliotrope-4711";
const [OLD_SECRET, NEW_SECRET] = ["an-old-secret-".repeat(3), "a-new-secret-".repeat(3)];

let upstream: Upstream;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const start = (env: Record<string, string> = {}, folder?: string) =>
  openPooledGateway({ upstream, providers: ["openai"], env, ...(folder && { folder }) });

const vault = await commandRunner("vault");
const command = (name: string, folder: string, env?: Record<string, string>) =>
  vault([name], { DATA_DIR: folder, ...env });

const store = async (gateway: TestGateway) =>
  (await gateway.call("POST", "/byok", { provider: "openai", key: OWN })).body.data.id as string;

async function sealedIn(folder: string): Promise<string[]> {
  const database = await openDatabase({ folder });
  const { rows } = await database.pool.query("select sealed_key from credential order by created_at");
  await database.close();
  return rows.map(({ sealed_key: sealed }) => sealed);
}

/** The key that the upstream receives from a request. */
async function upstreamKeyOf(gateway: TestGateway): Promise<string | undefined> {
  upstream.reset();
  await gateway.call("POST", "/responses", { model: "openai/gpt-4o-mini", input: "hi" });
  return upstream.requests[0]?.headers.authorization;
}

test("a rotation creates a new secret readable only by its owner, and seals every key with it", async () => {
  const gateway = await start();
  const [id] = [await store(gateway), await gateway.call("DELETE", `/byok/${await store(gateway)}`)];
  await gateway.stop({ keepFolder: true });
  const { folder } = gateway;
  const file = join(folder, "secret");
  const [secret, before] = [readFileSync(file, "utf8"), await sealedIn(folder)];
  expect(before).toEqual([expect.stringMatching(/^v1\./), ""]);

  expect(command("rotate", folder)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/Provider keys sealed again, with key \w+: 1\n/),
  });
  expect(readFileSync(file, "utf8")).not.toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.former`)).toBe(false);
  const after = await sealedIn(folder);
  expect(after[0]?.split(".")[1]).not.toBe(before[0]?.split(".")[1]);
  expect(after[1]).toBe("");
  expect(command("status", folder).output).toMatch(/\(current\), provider keys sealed with it: 1/);

  const again = await start({}, folder);
  expect((await again.call("GET", `/byok/${id}`)).body.data.is_readable).toBe(true);
  expect(await upstreamKeyOf(again)).toBe(`Bearer ${OWN}`);
  await again.stop();
});

test("an interrupted rotation is resumed, and meanwhile everything can be read", async () => {
  const gateway = await start();
  await store(gateway);
  await gateway.stop({ keepFolder: true });
  const { folder } = gateway;
  const file = join(folder, "secret");
  // The state after the new secret has been written and before anything is sealed with it.
  linkSync(file, `${file}.former`);
  expect(command("status", folder).status).toBe(0);
  expect(command("rotate", folder).status).toBe(0);
  linkSync(file, `${file}.former`);
  const current = `${"n".repeat(48)}\n`;
  const draft = `${file}.draft`;
  writeFileSync(draft, current, { mode: 0o600 });
  renameSync(draft, file);
  const between = await start({}, folder);
  expect(await upstreamKeyOf(between)).toBe(`Bearer ${OWN}`);
  await between.stop({ keepFolder: true });
  expect(command("rotate", folder).status).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(current);
  expect(existsSync(`${file}.former`)).toBe(false);
  const after = await start({}, folder);
  expect(await upstreamKeyOf(after)).toBe(`Bearer ${OWN}`);
  await after.stop();
});

test("the environment's secret can be replaced while the previous one is known", async () => {
  const gateway = await start({ SWITCHBOARD_SECRET: OLD_SECRET });
  const id = await store(gateway);
  await gateway.stop({ keepFolder: true });
  const { folder } = gateway;
  expect(existsSync(join(folder, "secret"))).toBe(false);

  const lost = await start({ SWITCHBOARD_SECRET: NEW_SECRET }, folder);
  expect((await lost.call("GET", `/byok/${id}`)).body.data.is_readable).toBe(false);
  expect((await lost.call("POST", `/byok/${id}/test`)).status).toBe(409);
  expect(await upstreamKeyOf(lost)).toBe("Bearer key-of-openai");
  await lost.stop({ keepFolder: true });

  const refused = command("rotate", folder, { SWITCHBOARD_SECRET: NEW_SECRET });
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining(id) });
  const both = { SWITCHBOARD_SECRET: NEW_SECRET, SWITCHBOARD_PREVIOUS_SECRET: OLD_SECRET };
  expect(command("rotate", folder, both).status).toBe(0);
  const after = await start({ SWITCHBOARD_SECRET: NEW_SECRET }, folder);
  expect(await upstreamKeyOf(after)).toBe(`Bearer ${OWN}`);
  expect(after.output()).not.toContain(OWN);
  await after.stop();
});

describe("a rotation includes all other sealed data", () => {
  let idp: IdentityProvider;
  beforeAll(async () => {
    idp = await startIdentityProvider();
  });
  afterAll(() => idp.close());

  const header = { Authorization: "Bearer hook-secret-1234" };
  const destination = { type: "webhook", name: "Hook", config: { url: "https://203.0.114.7/in", headers: header } };
  const post = (by: ReturnType<typeof browser>, path: string, body: object) => by.post(`/api/session/${path}`, body);
  const json = async (response: Response) => (await response.json()) as ReturnType<typeof JSON.parse>;

  /** Creates a destination, an authenticator app and single sign-on. */
  async function fill(gateway: TestGateway, owner: Person) {
    const { id } = (await gateway.call("POST", "/observability/destinations", destination)).body.data;
    const mcpServer = { name: "Tools", slug: "tools", url: "https://mcp.invalid/mcp", headers: header };
    expect((await gateway.call("POST", "/mcp-servers", mcpServer)).status).toBe(201);
    const channel = { name: "On call", type: "slack", config: { url: "https://203.0.114.7/services/token-1234" } };
    expect((await gateway.call("POST", "/alert-channels", channel)).status).toBe(201);
    const enabled = await json(await post(owner, "second-factor/enable", { password: PASSWORD }));
    const code = codeOf(enabled.totp_uri);
    expect((await post(owner, "second-factor/confirm", { code })).status).toBe(200);
    const settings = { issuer: idp.issuer, client_id: "switchboard", client_secret: idp.clientSecret };
    const headers = { cookie: owner.cookies(), origin: gateway.url, "content-type": "application/json" };
    const init = { method: "PUT", body: JSON.stringify(settings), headers };
    expect((await fetch(`${gateway.url}/api/session/single-sign-on`, init)).status).toBe(200);
    return { id, enabled };
  }

  test("destinations, authenticator apps, recovery codes and single sign-on still work", async () => {
    const env = { PUBLIC_URL: "http://127.0.0.1:3999" };
    const gateway = await start(env);
    const owner = await becomeOwner(gateway);
    const { id, enabled } = await fill(gateway, owner);
    await gateway.stop({ keepFolder: true });
    const { folder } = gateway;
    const done = command("rotate", folder);
    expect(done).toMatchObject({ status: 0, output: expect.stringContaining("Destinations sealed again: 1") });
    expect(done.output).toContain("MCP servers sealed again: 1");
    expect(done.output).toContain("Alert channels sealed again: 1");
    expect(done.output).toContain("Identity providers and authenticator apps sealed again: 2");

    const again = await start(env, folder);
    const read = await again.call("GET", `/observability/destinations/${id}`);
    expect(read.body.data.config.headers).toEqual({ Authorization: "••••1234" });
    const [server] = (await again.call("GET", "/mcp-servers")).body.data;
    expect(server.headers).toEqual({ Authorization: "••••1234" });
    const [channel] = (await again.call("GET", "/alert-channels")).body.data;
    expect(channel.config).toEqual({ url: "https://203.0.114.7/••••1234" });
    for (const given of [{ code: codeOf(enabled.totp_uri) }, { recovery_code: enabled.recovery_codes[0] }]) {
      const visitor = browser(again.url);
      await post(visitor, "sign-in/email", { email: owner.email, password: PASSWORD });
      expect((await post(visitor, "sign-in/second-factor", given)).status).toBe(200);
    }
    const visitor = browser(again.url);
    const [{ provider }] = (await json(await visitor.get("/api/session"))).single_sign_on;
    expect((await post(visitor, "sign-in/single-sign-on", { provider })).status).toBe(200);
    await again.stop();
  });

  test("data that no known secret can decrypt is reported and left unchanged, and using it is an error", async () => {
    const env = { PUBLIC_URL: "http://127.0.0.1:3999" };
    const gateway = await start({ ...env, SWITCHBOARD_SECRET: OLD_SECRET });
    const owner = await becomeOwner(gateway);
    const { id, enabled } = await fill(gateway, owner);
    await gateway.stop({ keepFolder: true });
    const { folder } = gateway;
    const refused = command("rotate", folder, { SWITCHBOARD_SECRET: NEW_SECRET });
    expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("5 could not be opened") });
    expect(refused.output).toContain(id);
    const lost = await start({ ...env, SWITCHBOARD_SECRET: NEW_SECRET }, folder);
    const visitor = browser(lost.url);
    await post(visitor, "sign-in/email", { email: owner.email, password: PASSWORD });
    const asked = await post(visitor, "sign-in/second-factor", { code: codeOf(enabled.totp_uri) });
    expect(asked.status).toBe(409);
    const [{ provider }] = (await json(await visitor.get("/api/session"))).single_sign_on;
    expect((await post(visitor, "sign-in/single-sign-on", { provider })).status).toBe(502);
    await lost.stop();
  });
});

test("stored prompts and responses are in no file in plain text, and can be read after a rotation", async () => {
  const gateway = await start();
  await gateway.call("PATCH", "/workspaces/default", { is_observability_io_logging_enabled: true });
  const body = { model: "openai/gpt-4o-mini", input: `${MARK} ${MARK}` };
  const { headers } = await gateway.call("POST", "/responses", body);
  const path = `/generation/content?id=${headers.get("x-generation-id")}`;
  const kept = await gateway.call("GET", path);
  expect(kept.body.data.output.completion).toContain(MARK);
  await gateway.stop({ keepFolder: true });
  const { folder } = gateway;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes(MARK))).toEqual([]);

  expect(command("rotate", folder).output).toContain("Stored prompts and responses sealed again: 1");
  const again = await start({}, folder);
  expect(await again.call("GET", path)).toMatchObject({ status: 200, body: kept.body });
  await again.stop({ keepFolder: true });
  rmSync(join(folder, "secret"));
  const none = await start({ SWITCHBOARD_SECRET: OLD_SECRET }, folder);
  expect((await none.call("GET", path)).body.error.message).toContain("cannot be decrypted");
  await none.stop();
});

test("the command prints its usage, and does not run while the gateway uses the data folder", async () => {
  const gateway = await start();
  expect(npmRun("vault", [])).toMatchObject({ status: 1, output: expect.stringContaining("npm run vault") });
  expect(command("rotate", gateway.folder).status).toBe(1);
  expect(existsSync(join(gateway.folder, "secret.former"))).toBe(false);
  await gateway.stop();
});
