import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { browser } from "#tests/support/browser.ts";
import { becomeOwner, join, PASSWORD, type Person, personOf } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { PATCH_OP, type ScimClient, scimClient } from "./scim-client.ts";

const server = sharedPostgres();
let first: TestGateway;
let second: TestGateway;
let owner: Person;
let scim: ScimClient;

beforeAll(async () => {
  const env = { DATABASE_URL: server.url, SWITCHBOARD_SECRET: "s".repeat(32) };
  first = await openPooledGateway({ env });
  owner = await becomeOwner(first);
  second = await openPooledGateway({ env });
  scim = await scimClient(first, owner.call);
});

afterAll(() => Promise.all([first?.stop(), second?.stop()]));

const user = (name: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: `${name}@example.com`,
  emails: [{ value: `${name}@example.com`, primary: true }],
});

describe("with several processes on PostgreSQL", () => {
  test("deactivation ends sessions and keys in the other process", async () => {
    const alan = await join(first, owner, "member", "alan@example.com");
    await scim("POST", "/Users", user("alan"));
    const elsewhere = browser(second.url);
    await elsewhere.post("/api/session/sign-in/email", { email: alan.email, password: PASSWORD });
    const there = personOf(second, elsewhere, alan.id, alan.email);
    const { body } = await alan.call("POST", "/keys", { name: "Alan's" });
    const states = async () => [
      (await there.call("GET", "/workspaces")).status,
      (await second.call("GET", "/key", undefined, { key: body.key })).status,
    ];
    expect(await states()).toEqual([200, 200]);
    const activate = (value: boolean) =>
      scim("PATCH", `/Users/${alan.id}`, {
        schemas: [PATCH_OP],
        Operations: [{ op: "replace", value: { active: value } }],
      });
    await activate(false);
    await vi.waitFor(async () => expect(await states()).toEqual([401, 401]), { timeout: 5_000 });
    await activate(true);
    await vi.waitFor(async () => expect(await states()).toEqual([401, 200]), { timeout: 5_000 });
  });

  test("of the same users provisioned at the same time, each exists once", async () => {
    const sent = ["bea", "bea", "cleo", "cleo", "bea", "cleo"].map((name) => scim("POST", "/Users", user(name)));
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409]);
    expect((await scim("GET", "/Users")).body.totalResults).toBe(3);
  });
});
