import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyDocument, planDocument } from "#tests/support/config/apply-document.ts";
import { WHOLE_DOCUMENT, WHOLE_SECRETS } from "#tests/support/config/whole-document.ts";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { becomeOwner, join } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

type Change = { action: string; kind: string; name: string };

describe.each(["the embedded database", "PostgreSQL, by one connection"])("in %s", (name) => {
  let postgres: PostgresServer | undefined;
  let gateway: TestGateway;

  beforeAll(async () => {
    postgres = name === "the embedded database" ? undefined : await startPostgres();
    // A query outside the transaction would wait for the connection that the transaction holds.
    gateway = await startWithPeople(postgres && { DATABASE_URL: postgres.url, DATABASE_CONNECTIONS: "1" });
  });

  afterAll(async () => {
    await gateway?.stop();
    await postgres?.close();
  });

  test("applying an empty deployment's own export changes nothing", async () => {
    const { body } = await gateway.call("GET", "/config");
    expect((await planDocument(gateway, body.data.yaml)).changes).toEqual([]);
  });

  test("after a document with every kind of record is applied, nothing differs", async () => {
    const sent = { secrets: WHOLE_SECRETS };
    const { body } = await applyDocument(gateway, WHOLE_DOCUMENT, sent);
    expect(body.keys).toEqual([
      { workspace: "research", name: "CI", key: expect.stringMatching(/^sk-/) },
      { workspace: "research", name: "Notebook", key: expect.stringMatching(/^sk-/) },
    ]);
    expect(body.data).toMatchObject({ created: 43, deleted: 0, notes: [] });
    expect((await planDocument(gateway, WHOLE_DOCUMENT, sent)).changes).toEqual([]);
    expect((await planDocument(gateway, WHOLE_DOCUMENT)).changes).toEqual([]);
    const key = await gateway.call("GET", "/key", undefined, { key: body.keys[0].key });
    expect(key.body.data).toMatchObject({ limit: 20, limit_reset: "monthly" });
  });

  test("the export shows no difference and recreates the configuration on another deployment", async () => {
    const exported = (await gateway.call("GET", "/config")).body.data;
    expect((await planDocument(gateway, exported.yaml)).changes).toEqual([]);
    const other = await startWithPeople();
    try {
      const { changes } = await planWithSecrets(other, exported.yaml);
      expect(changes.filter(({ action }: Change) => action === "delete")).toEqual([]);
      await applyDocument(other, exported.yaml, { secrets: everySecret(exported.yaml) });
      expect((await other.call("GET", "/config")).body.data.document).toEqual(exported.document);
    } finally {
      await other.stop();
    }
  });

  test("records of an absent list stay, and those of an empty list are deleted", async () => {
    const absent =
      "version: 1\nworkspaces:\n  - { slug: default, name: Default }\n  - { slug: research, name: Research }\n";
    const kept = (await planDocument(gateway, absent)).changes as Change[];
    expect(kept.map(({ action, kind, name }) => `${action} ${kind} ${name}`)).toEqual(["update workspace research"]);
    const empty = `${absent.trimEnd().slice(0, -2)}, presets: [], keys: [], description: Where models are tried }`;
    const deleted = (await planDocument(gateway, empty)).changes as Change[];
    expect(deleted.filter(({ action }) => action === "delete").map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "key CI",
      "key Notebook",
      "preset careful",
    ]);
  });
});

async function startWithPeople(env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await openPooledGateway({
    env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", DESTINATION_DISK_FOLDER: "/exports", ...env },
  });
  const owner = await becomeOwner(gateway);
  await join(gateway, owner, "admin", "alan@example.com");
  return gateway;
}

function planWithSecrets(gateway: TestGateway, yaml: string) {
  return planDocument(gateway, yaml, { secrets: everySecret(yaml) });
}

function everySecret(yaml: string): Record<string, string> {
  const references = [...yaml.matchAll(/\b(env|file): ([\w/]+)/g)].map(([, kind, name]) => `${kind}:${name}`);
  return Object.fromEntries(
    references.map((reference) => {
      const value = `secret-of-${reference.replaceAll(/[:/]/g, "-")}`;
      return [reference, reference.toLowerCase().endsWith("_url") ? `https://alerts.example/${value}` : value];
    }),
  );
}
