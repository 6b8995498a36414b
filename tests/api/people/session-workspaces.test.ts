import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureOrganization, setUpLink } from "#server/auth/set-up.ts";
import { member } from "#server/data/schema/accounts.ts";
import { workspace, workspaceMember } from "#server/data/schema/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import { type Browser, browser } from "#tests/support/browser.ts";
import { type ConsoleServer, openConsoleServer } from "#tests/support/servers/console-server.ts";

const OWNER = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

let console: ConsoleServer;
let nowMs = Date.now();

beforeAll(async () => {
  console = await openConsoleServer(() => nowMs);
  const token = new URL((await setUpLink(console.database, console.address)) as string).searchParams.get("token");
  expect((await browser(console.address).post("/api/session/setup", { token, ...OWNER })).status).toBe(201);
});

afterAll(() => console?.close());

async function signedIn(): Promise<Browser> {
  const user = browser(console.address);
  const { email, password } = OWNER;
  expect((await user.post("/api/session/sign-in/email", { email, password })).status).toBe(200);
  return user;
}

describe("workspaces", () => {
  test("owners administer every workspace; members see the default one and their own, by slug or UUID", async () => {
    const { queries } = console.database;
    const { organization, workspace: standard } = await ensureOrganization(console.database);
    const organizationId = organization.id;
    const made = await queries
      .insert(workspace)
      .values([
        { organizationId, name: "Alpha", slug: "alpha" },
        { organizationId, name: "Beta", slug: "beta" },
      ])
      .returning();
    const [alpha, beta] = made as [(typeof made)[0], (typeof made)[0]];
    const owner = await signedIn();
    await console.gateway.accounts.refresh();
    for (const one of [alpha, beta]) {
      expect(await principal(owner, one.slug)).toMatchObject({ workspaceId: one.id, role: "owner", management: true });
    }

    const { userId } = (await principal(owner)) as { userId: string };
    await queries.update(member).set({ role: "member" });
    await queries.insert(workspaceMember).values({ workspaceId: alpha.id, userId });
    await console.gateway.accounts.refresh();
    expect(await principal(owner)).toMatchObject({ workspaceId: standard.id, role: "member", management: false });
    expect(await principal(owner, "alpha")).toMatchObject({ workspaceId: alpha.id });
    expect(await principal(owner, alpha.id.toUpperCase())).toMatchObject({ workspaceId: alpha.id });
    for (const hidden of ["beta", beta.id, "no-such"]) {
      const refusal = await principal(owner, hidden).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(HttpError);
      expect((refusal as HttpError).status).toBe(404);
    }
    const listed = (await (await owner.get("/api/session")).json()) as { workspaces: { slug: string }[] };
    expect(listed.workspaces.map((one) => one.slug)).toEqual(["default", "alpha"]);
  });

  test("a role removed by another process stops applying within ten seconds", async () => {
    const user = await signedIn();
    await console.database.queries.update(member).set({ role: "admin" });
    await console.gateway.accounts.refresh();
    expect(await principal(user)).toMatchObject({ role: "admin", management: true });
    await console.database.queries.delete(member);
    nowMs += 10_001;
    expect(await principal(user)).toBeUndefined();
  });

  function principal(one: Browser, workspaceName?: string) {
    const headers = { cookie: one.cookies(), ...(workspaceName && { "x-switchboard-workspace": workspaceName }) };
    return console.gateway.accounts.principal(request(headers));
  }
});

function request(headers: Record<string, string>): Request {
  return new Request("http://localhost/api/v1/keys", { headers });
}
