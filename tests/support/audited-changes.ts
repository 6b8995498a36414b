import { expect } from "vitest";
import { unusedName } from "./administrative-writes.ts";
import { DEVICE_GRANT, postForm, startSignIn } from "./agents/sign-in.ts";
import type { AuditRefusals, Send } from "./audit-refusals.ts";
import { codeOf } from "./authenticator-app.ts";
import { type Browser, browser } from "./browser.ts";
import { authenticator } from "./passkey.ts";
import { join, PASSWORD, type Person, tokenOf } from "./people.ts";
import type { TestGateway } from "./servers/gateway.ts";

/** Where the changes are made. */
export type World = { gateway: TestGateway; owner: Person; refusals: AuditRefusals };

let people = 1;

/** Sign-in attempts are counted by address, so each person gets their own. */
const newAddress = () => `127.0.1.${++people}`;
const newMember = ({ gateway, owner }: World) =>
  join(gateway, owner, "member", `${unusedName("person")}@example.com`, newAddress());

/** Returns a function that sends a browser's request to `/api/session`. */
function createSend({ gateway }: World, by: Browser, method: string, path: string, body?: unknown): Send {
  return async (headers) => {
    if (method === "POST") return replyOf(await by.post(`/api/session/${path}`, body, headers));
    const own = { cookie: by.cookies(), origin: gateway.url, "content-type": "application/json", ...headers };
    const sent = body === undefined ? null : JSON.stringify(body);
    return replyOf(await fetch(`${gateway.url}/api/session/${path}`, { method, headers: own, body: sent }));
  };
}

async function replyOf(response: Response) {
  return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
}

/** Returns a function that sends a directory's request; its errors are put into our envelope. */
function createDirectory({ url }: TestGateway, token: string) {
  return async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    const text = await response.text();
    const parsed = text === "" ? {} : JSON.parse(text);
    return { status, body: parsed.detail ? { error: { code: status, message: parsed.detail } } : parsed };
  };
}

/** Audited changes other than administrative ones: changes to people's own accounts, files and presets. */
export const auditedChanges: Record<string, (world: World) => Promise<void>> = {
  "joining by an invitation": async (world) => {
    const email = `${unusedName("joiner")}@example.com`;
    const { body } = await world.owner.call("POST", "/organization/invitations", { email, role: "member" });
    const account = { token: tokenOf(body.url), name: "A Joiner", password: PASSWORD };
    const visitor = browser(world.gateway.url, newAddress());
    await world.refusals.change(createSend(world, visitor, "POST", "accept-invitation", account));
  },
  "another name": async (world) => {
    const person = await newMember(world);
    await world.refusals.change(createSend(world, person, "PATCH", "account", { name: "Somebody Else" }));
  },
  "a new password": async (world) => {
    const person = await newMember(world);
    const change = { current_password: PASSWORD, new_password: "another horse battery" };
    await world.refusals.change(createSend(world, person, "POST", "change-password", change));
    const account = { email: person.email, password: change.new_password };
    const signedIn = await browser(world.gateway.url, newAddress()).post("/api/session/sign-in/email", account);
    expect(signedIn.status).toBe(200);
  },
  "a password set by a reset link": async (world) => {
    const { id } = await newMember(world);
    const link = await world.gateway.call("POST", `/organization/members/${id}/reset-link`, {});
    const reset = { token: tokenOf(link.body.url), password: "another horse battery" };
    const visitor = browser(world.gateway.url, newAddress());
    await world.refusals.change(createSend(world, visitor, "POST", "reset-password", reset));
  },
  "an authenticator app and its recovery codes": async (world) => {
    const person = await newMember(world);
    const change = (path: string, body: unknown) =>
      world.refusals.change(createSend(world, person, "POST", path, body));
    const enabled = await createSend(world, person, "POST", "second-factor/enable", { password: PASSWORD })({});
    await change("second-factor/confirm", { code: codeOf(enabled.body.totp_uri) });
    await change("second-factor/recovery-codes", { password: PASSWORD });
    await change("second-factor/disable", { password: PASSWORD });
  },
  "a passkey": async (world) => {
    const person = await newMember(world);
    const device = authenticator(world.gateway.url, new URL(world.gateway.url).hostname);
    const change = (path: string, body: unknown) =>
      world.refusals.change(createSend(world, person, "POST", path, body));
    const started = await createSend(world, person, "POST", "passkey/start")({});
    const response = device.register(started.body.options);
    const { id } = (await change("passkey/add", { name: "Laptop", response })).body.data;
    await change("passkey/rename", { id, name: "Old laptop" });
    await change("passkey/remove", { id });
  },
  "an agent's sign-in, its key and its end": async (world) => {
    const person = await newMember(world);
    const change = (send: Send) => world.refusals.change(send);
    const approval = { workspace_id: "default", days: 1 };
    const { user_code, device_code = "" } = (await startSignIn(world.gateway)).body;
    await change(createSend(world, person, "POST", "device/approve", { user_code, ...approval }));
    // Their errors are OAuth's.
    const post = (path: "token" | "revoke", fields: Record<string, string>) =>
      change(async (headers) => {
        const { status, body } = await postForm(world.gateway, path, fields, headers);
        return { status, body: body.error ? { error: { code: status, message: body.error } } : body };
      });
    const { refresh_token } = (await post("token", { grant_type: DEVICE_GRANT, device_code })).body;
    await post("revoke", { token: refresh_token });
    const denied = (await startSignIn(world.gateway)).body.user_code;
    await change(createSend(world, person, "POST", "device/deny", { user_code: denied }));
  },
  "what a directory provisions": async ({ gateway, refusals }) => {
    const { token } = (await gateway.call("POST", "/scim/tokens", { name: unusedName("directory") })).body;
    const send = createDirectory(gateway, token);
    const change = (method: string, path: string, body?: object) =>
      refusals.change((headers) => send(method, path, body, headers));
    const userName = `${unusedName("person")}@example.com`;
    const { id } = (await change("POST", "/Users", { userName })).body;
    await change("PUT", `/Users/${id}`, { userName, displayName: "Another Name" });
    const set = (active: boolean) => ({ Operations: [{ op: "replace", path: "active", value: active }] });
    await change("PATCH", `/Users/${id}`, set(false));
    await change("PATCH", `/Users/${id}`, set(true));
    const displayName = unusedName("group");
    const group = (await change("POST", "/Groups", { displayName })).body;
    await change("PUT", `/Groups/${group.id}`, { displayName: unusedName("group"), members: [{ value: id }] });
    const mapping = { group: group.id, role: "admin" };
    expect((await gateway.call("POST", "/scim/group-mappings", mapping)).status).toBe(201);
    await send("PUT", `/Groups/${group.id}`, { displayName, externalId: group.id, members: [{ value: id }] });
    await send("DELETE", `/Groups/${group.id}`);
  },
  "single sign-on": async (world) => {
    const settings = {
      issuer: "https://id.example.com",
      client_id: "switchboard",
      client_secret: "a secret of theirs",
    };
    await world.refusals.change(createSend(world, world.owner, "PUT", "single-sign-on", settings));
    await world.refusals.change(createSend(world, world.owner, "DELETE", "single-sign-on"));
  },
  "a preset and its next version, in each dialect": async ({ gateway, refusals }) => {
    const bodies = {
      "chat/completions": { model: "local/echo", temperature: 0 },
      responses: { model: "local/echo" },
      messages: { model: "local/echo", max_tokens: 10, messages: [{ role: "user", content: "Hello" }] },
    };
    const slug = unusedName("preset");
    for (const [dialect, body] of Object.entries(bodies)) {
      await refusals.change((headers) => gateway.call("POST", `/presets/${slug}/${dialect}`, body, { headers }));
    }
  },
  "a credential's key": async ({ gateway, refusals }) => {
    const made = await gateway.call("POST", "/byok", { provider: "openai", key: unusedName("sk-test-of-nobody") });
    const path = `/byok/${made.body.data.id}`;
    await refusals.change((headers) =>
      gateway.call("PATCH", path, { key: unusedName("sk-test-of-nobody") }, { headers }),
    );
  },
  "a key that somebody reports as leaked": async ({ gateway, refusals }) => {
    const { key } = await gateway.newKey({ name: unusedName("leaked") });
    await refusals.change(async (headers) => {
      const { status, body } = await gateway.call("POST", "/keys/report", { key }, { key: null, headers });
      return { status: status === 202 ? 200 : status, body };
    });
  },
  "the default guardrail of a workspace": async ({ gateway, refusals }) => {
    const slug = unusedName("workspace");
    const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
    await refusals.change((headers) => gateway.call("PATCH", `/guardrails/${id}`, { limit_usd: 5 }, { headers }));
  },
  "a deleted file": async ({ gateway, refusals }) => {
    const form = new FormData();
    form.append("file", new Blob(["Some text"]), "some.txt");
    const authorization = `Bearer ${gateway.managementKey}`;
    const response = await fetch(`${gateway.url}/api/v1/files`, {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    const { id } = (await response.json()) as { id: string };
    await refusals.change((headers) => gateway.call("DELETE", `/files/${id}`, undefined, { headers }));
  },
  "deleted cached content": async ({ gateway, refusals }) => {
    const contents = [{ role: "user", parts: [{ text: "Some text" }] }];
    const created = await gateway.call("POST", "/gemini/cachedContents", { model: "models/local/echo", contents });
    const path = `/gemini/${created.body.name}`;
    await refusals.change((headers) => gateway.call("DELETE", path, undefined, { headers }));
  },
  "a cancelled and a deleted batch": async ({ gateway, refusals }) => {
    const params = { model: "local/echo", max_tokens: 5, messages: [{ role: "user", content: "Hi" }] };
    // So many that they still run when it is cancelled.
    const requests = Array.from({ length: 3000 }, (_, index) => ({ custom_id: `line-${index}`, params }));
    const { id } = (await gateway.call("POST", "/messages/batches", { requests })).body;
    const path = `/messages/batches/${id}`;
    await refusals.change((headers) => gateway.call("POST", `${path}/cancel`, undefined, { headers }));
    const stateOf = async () => (await gateway.call("GET", path)).body.processing_status;
    await expect.poll(stateOf, { timeout: 60_000 }).toBe("ended");
    await untilUnchanged(refusals);
    await refusals.change((headers) => gateway.call("DELETE", path, undefined, { headers }));
  },
};

/** Waits until what an ended batch leaves to clean up is gone: its stored input is removed after it has ended. */
async function untilUnchanged({ stored }: AuditRefusals): Promise<void> {
  let last = "";
  let equal = 0;
  const countEqual = async () => {
    const now = JSON.stringify(await stored());
    equal = now === last ? equal + 1 : 0;
    last = now;
    return equal;
  };
  await expect.poll(countEqual, { interval: 300, timeout: 30_000 }).toBeGreaterThan(2);
}
