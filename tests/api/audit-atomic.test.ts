import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contract } from "#lib/contract/index.ts";
import { actionOf } from "#lib/roles.ts";
import { administrativeWrites, unusedName, type WriteContext } from "#tests/support/administrative-writes.ts";
import { type AuditRefusals, refuseAudit } from "#tests/support/audit-refusals.ts";
import { auditedChanges } from "#tests/support/audited-changes.ts";
import { browser } from "#tests/support/browser.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { join, PASSWORD, type Person, personOf } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

// The database rejects the audit entries of some requests. The changes of these requests must be rolled back too.

const writes = contract.filter((endpoint) => endpoint.access === "management" && actionOf(endpoint) === "write");

describe.each([["the embedded database"], ["PostgreSQL, by one connection"]])("in %s", (name) => {
  const isEmbedded = name === "the embedded database";
  let postgres: PostgresServer | undefined;
  let gateway: TestGateway;
  let refusals: AuditRefusals;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    const port = String(await freePort());
    postgres = isEmbedded ? undefined : await startPostgres();
    gateway = await openPooledGateway({
      env: {
        PORT: port,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        ALLOWED_PRIVATE_HOSTS: "127.0.0.1",
        // A query outside the transaction would wait for the connection that the transaction holds.
        ...(postgres && { DATABASE_URL: postgres.url, DATABASE_CONNECTIONS: "1" }),
      },
    });
    refusals = await refuseAudit(gateway, postgres?.url);
    owner = await firstOwner();
    member = await join(gateway, owner, "member", "alan@example.com");
  });

  afterAll(async () => {
    await refusals?.close();
    await gateway?.stop();
    await postgres?.close();
  });

  async function firstOwner(): Promise<Person> {
    const own = browser(gateway.url);
    const token = new URL(gateway.setUpUrl as string).searchParams.get("token");
    const account = { token, name: "Ada Owner", email: "ada@example.com", password: PASSWORD };
    const made = await refusals.change(async (headers) => {
      const response = await own.post("/api/session/setup", account, headers);
      return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
    });
    return personOf(gateway, own, made.body.user.id, account.email);
  }

  /** Sends the request of this endpoint twice; the audit entry of the first one is rejected. */
  function placeFor(endpoint: { method: string; path: string }): WriteContext {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    return {
      member,
      leaver: () => join(gateway, owner, "member", `${unusedName("leaver")}@example.com`),
      call: (method, path, body) =>
        method === endpoint.method && pattern.test(path.split("?")[0] as string)
          ? refusals.change((headers) => gateway.call(method, path, body, { headers }))
          : gateway.call(method, path, body),
    };
  }

  describe("stores a change and its audit entry together or not at all", () => {
    test.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
      "%s",
      async (_, endpoint) => {
        const done = await administrativeWrites[endpoint.id]?.(placeFor(endpoint));
        expect(done?.status).toBeOneOf([200, 201]);
      },
    );

    test.each(Object.keys(auditedChanges))("%s", async (change) => {
      await auditedChanges[change]?.({ gateway, owner, refusals });
    });
  });

  test("every audited action in the source is tested", async () => {
    expect(await refusals.actions()).toEqual(expect.arrayContaining(actionsOfSource()));
  });

  test("writes one entry for each of 64 concurrent changes", async () => {
    const ids = Array.from({ length: 64 }, (_, index) => `together-${index}`);
    const responses = await Promise.all(
      ids.map((id, index) => {
        const headers = { "x-request-id": id };
        const limit = { limit_usd: index + 1 };
        if (index % 4 === 0) return gateway.call("POST", "/keys", { name: id }, { headers });
        if (index % 4 === 1) return gateway.call("POST", "/guardrails", { name: id }, { headers });
        if (index % 4 === 2) return gateway.call("PUT", "/workspaces/default/budgets/daily", limit, { headers });
        return gateway.call("POST", "/presets/together/responses", { model: "local/echo" }, { headers });
      }),
    );
    expect(responses.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    expect((await refusals.requestsWithEntry("together-")).sort()).toEqual(ids.toSorted());
  });
});

/** The actions that the source code records. */
function actionsOfSource(): string[] {
  const texts = globSync("server/operations/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const recording = texts.filter((text) => /\brecord(Change|AccountChange)\(/.test(text));
  expect(recording.length).toBeGreaterThan(40);
  const found = recording.flatMap((text) => [...text.matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map(([, action]) => action));
  return [...new Set(found as string[])].sort();
}
