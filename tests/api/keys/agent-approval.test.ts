import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { approve, postForm, redeem, startSignIn } from "#tests/support/agents/sign-in.ts";
import { browser } from "#tests/support/browser.ts";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway({ env: { TRUSTED_PROXIES: "127.0.0.1" } });

let owner: Person;
let member: Person;

beforeAll(async () => {
  owner = await becomeOwner(gateway);
  member = await join(gateway, owner, "member", "member@example.com");
});

describe("approval", () => {
  test("needs a session of the console's own pages", async () => {
    const { body } = await startSignIn(gateway);
    const request = { user_code: body.user_code, workspace_id: "default", days: 1 };
    for (const path of ["", "/approve", "/deny"]) {
      expect((await browser(gateway.url).post(`/api/session/device${path}`, request)).status).toBe(401);
      const foreign = await member.post(`/api/session/device${path}`, request, { origin: "https://evil.example" });
      expect(foreign.status).toBe(403);
      const withKey = await fetch(`${gateway.url}/api/session/device${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${gateway.managementKey}`, "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      expect(withKey.status).toBe(401);
    }
    expect((await redeem(gateway, body.device_code as string)).body.error).toBe("authorization_pending");
  });

  test("is limited to the member's workspaces and the operator's time", async () => {
    const { body } = await startSignIn(gateway);
    await gateway.call("POST", "/workspaces", { name: "Other", slug: "other" });
    expect((await approve(member, body.user_code, "other")).status).toBe(404);
    const tooLong = await approve(member, body.user_code, "default", 31);
    expect([tooLong.status, (await tooLong.json()).error.message]).toEqual([
      400,
      "Invalid request: days: must be at most 30",
    ]);
  });
});

describe("limits", () => {
  let address = 1;
  const from = () => ({ "x-forwarded-for": `198.51.100.${address}` });
  beforeEach(() => void address++);

  test("a network can start 30 sign-ins a minute", async () => {
    const start = async () => {
      const response = await fetch(`${gateway.url}/api/device/authorization`, {
        method: "POST",
        headers: from(),
        body: new URLSearchParams({ client_id: "a" }),
      });
      return { status: response.status, body: (await response.json()) as { error?: string } };
    };
    const all = await Promise.all(Array.from({ length: 31 }, start));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(all.find(({ status }) => status === 429)?.body.error).toBe("slow_down");
  });

  test("a person can enter 20 codes a minute", async () => {
    const guesser = await join(gateway, owner, "member", "guesser@example.com");
    const guess = () => guesser.post("/api/session/device", { user_code: "BBBB-BBBB" });
    const statuses = (await Promise.all(Array.from({ length: 21 }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("errors are those of RFC 6749", () => {
  test.each([
    ["no client", "authorization", {}, "invalid_request"],
    ["an unknown grant", "token", { grant_type: "password" }, "invalid_request"],
    ["no code", "token", { grant_type: "refresh_token" }, "invalid_request"],
    ["an unknown token", "token", { grant_type: "refresh_token", refresh_token: "x" }, "invalid_grant"],
  ] as const)("%s", async (_, path, fields, error) => {
    const { status, body } = await postForm(gateway, path, fields);
    expect({ status, body }).toEqual({ status: 400, body: { error, error_description: expect.any(String) } });
  });

  test("a field that is there twice, and a body that is too large", async () => {
    const send = async (body: string) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await fetch(`${gateway.url}/api/device/authorization`, { method: "POST", headers, body });
      return { status: response.status, body: await response.json() };
    };
    expect(await send("client_id=a&client_id=b")).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(await send(`client_id=${"a".repeat(70_000)}`)).toMatchObject({
      status: 413,
      body: { error: expect.any(String) },
    });
  });
});
