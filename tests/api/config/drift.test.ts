import { beforeEach, expect, test } from "vitest";
import { applyDocument, planDocument } from "#tests/support/config/apply-document.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const DOCUMENT = `
version: 1
group_mappings:
  - { group: Platform, role: admin }
just_in_time: { domains: [example.com] }
workspaces:
  - slug: default
    name: Default
    keys: [{ name: CI }]
    rate_limits:
      - { name: CI, subject: key, key: CI, requests_per_minute: 60 }
      - { name: Everyone, subject: workspace, output_tokens_per_day: 1000000, max_wait_seconds: 5 }
`;

const idOf = async (path: string, name: string, field = "name") => {
  const { data } = (await gateway.call("GET", path)).body;
  return data.find((one: Record<string, string>) => one[field] === name).id;
};
const rateLimit = async (name: string) => `/rate-limits/${await idOf("/rate-limits", name)}`;
const mapping = async () => `/scim/group-mappings/${await idOf("/scim/group-mappings", "Platform", "group")}`;

/** What somebody does in the console, and what then differs from the document. */
const CHANGES: [what: string, request: () => Promise<[string, string, unknown?]>, differences: object[]][] = [
  [
    "a changed rate limit",
    async () => ["PATCH", await rateLimit("CI"), { requests_per_minute: 600 }],
    [
      {
        action: "update",
        kind: "rate_limit",
        workspace: "default",
        name: "CI",
        fields: [{ field: "requests_per_minute", before: 600, after: 60 }],
      },
    ],
  ],
  [
    "a renamed rate limit",
    async () => ["PATCH", await rateLimit("Everyone"), { name: "All" }],
    [
      { action: "create", kind: "rate_limit", name: "Everyone" },
      { action: "delete", kind: "rate_limit", name: "All" },
    ],
  ],
  [
    "a new rate limit",
    async () => ["POST", "/rate-limits", { name: "Mine", subject: "member", requests_per_day: 5 }],
    [{ action: "delete", kind: "rate_limit", name: "Mine" }],
  ],
  [
    "a deleted rate limit",
    async () => ["DELETE", await rateLimit("Everyone")],
    [{ action: "create", kind: "rate_limit", name: "Everyone" }],
  ],
  [
    "a changed group mapping",
    async () => ["PATCH", await mapping(), { role: "member", workspace_id: "default" }],
    [
      {
        action: "create",
        kind: "group_mapping",
        workspace: null,
        name: "platform",
        fields: [
          { field: "group", before: "", after: "Platform" },
          { field: "role", before: null, after: "admin" },
        ],
      },
      { action: "delete", kind: "group_mapping", workspace: "default", name: "platform" },
    ],
  ],
  [
    "changed just-in-time provisioning",
    async () => ["PUT", "/scim/just-in-time", { domains: ["example.com", "example.org"], role: "admin" }],
    [
      {
        action: "update",
        kind: "just_in_time",
        name: "provisioning",
        fields: [
          { field: "domains", before: ["example.com", "example.org"], after: ["example.com"] },
          { field: "role", before: "admin", after: "member" },
        ],
      },
    ],
  ],
];

beforeEach(async () => void (await applyDocument(gateway, DOCUMENT)));

test.each(CHANGES)(
  "%s is drift and in the plan, and applying the document reverts it",
  async (_, request, expected) => {
    const drift = async () => (await gateway.call("GET", "/config/drift")).body.data;
    expect(await drift()).toMatchObject({ has_drift: false, changes: [] });
    const [method, path, body] = await request();
    expect((await gateway.call(method, path, body)).status).toBeLessThan(300);
    const { has_drift, changes } = await drift();
    expect([has_drift, changes]).toMatchObject([true, expected]);
    const plan = await planDocument(gateway, DOCUMENT);
    expect(plan.changes).toEqual(changes);
    await applyDocument(gateway, DOCUMENT);
    expect(await drift()).toMatchObject({ has_drift: false, changes: [] });
  },
);
