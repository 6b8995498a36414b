import { beforeAll, expect, test } from "vitest";
import { applyDocument, applyPlan, planDocument } from "#tests/support/config/apply-document.ts";
import { WHOLE_DOCUMENT, WHOLE_SECRETS } from "#tests/support/config/whole-document.ts";
import { becomeOwner, join } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway({ env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", DESTINATION_DISK_FOLDER: "/exports" } });

beforeAll(async () => {
  const owner = await becomeOwner(gateway);
  await join(gateway, owner, "admin", "alan@example.com");
  await applyDocument(gateway, WHOLE_DOCUMENT, { secrets: WHOLE_SECRETS });
});

/** Each replaces one text in the whole document; the plan must contain exactly this change. */
const UPDATES: [what: string, from: string, to: string, changes: string[]][] = [
  [
    "a member's role",
    "alan@example.com, role: admin",
    "alan@example.com, role: member",
    ["update member alan@example.com"],
  ],
  [
    "a workspace's members",
    "members: [ada@example.com, alan@example.com]",
    "members: [alan@example.com]",
    ["update workspace research"],
  ],
  [
    "the keys whose content is stored",
    "io_logging_api_keys: [CI]",
    "io_logging_api_keys: [Notebook]",
    ["update workspace research"],
  ],
  [
    "whether BYOK counts",
    "include_byok_in_budgets: true",
    "include_byok_in_budgets: false",
    ["update workspace research"],
  ],
  ["a default guardrail", "  name: Everyone", "  name: All", ["update guardrail (default)"]],
  ["a guardrail's members", "        members: [alan@example.com]\n", "", ["update guardrail Cheap models"]],
  [
    "a key's limit and guardrail",
    "limit: 20, limit_reset: monthly, guardrail_name: Cheap models",
    "limit: 30",
    ["update key CI"],
  ],
  ["whether a key is disabled", "name: Notebook, disabled: true", "name: Notebook", ["update key Notebook"]],
  ["a credential's scope", "allowed_api_keys: [CI], is_required", "is_required", ["update credential openai/Team"]],
  [
    "a credential's weight",
    "name: Team, key",
    "name: Team, weight: 3, tier: 2, key",
    ["update credential openai/Team"],
  ],
  ["a pool", "strategy: most_headroom", "strategy: least_loaded", ["update credential_pool openai"]],
  ["a custom provider's models", 'output_tokens: "1"', 'output_tokens: "2.5"', ["update custom_provider shared-llm"]],
  [
    "a custom provider's address",
    "http://127.0.0.1:9/v1/",
    "http://127.0.0.1:8/v1",
    ["update custom_provider shared-llm"],
  ],
  [
    "a custom provider without its header",
    "    headers: { X-Tenant: { env: SHARED_LLM_TENANT } }\n",
    "",
    ["update custom_provider shared-llm"],
  ],
  ["an alias's weights", "weight: 10 }", "weight: 50 }", ["update model_alias acme/support-bot"]],
  [
    "which of two aliases leads to the other",
    "[{ model: acme/support-bot, weight: 2 }] }\n      - name: acme/support-bot\n        targets:\n",
    "[{ model: openai/gpt-4o-mini }] }\n      - name: acme/support-bot\n        targets:\n          - { model: acme/front }\n",
    ["update model_alias acme/front", "update model_alias acme/support-bot"],
  ],
  ["a preset", "temperature: 0,", "temperature: 1,", ["update preset careful"]],
  [
    "a destination without its header",
    ", headers: { Authorization: { env: HOOK_TOKEN } }",
    "",
    ["update destination webhook/Traces"],
  ],
  ["a destination's bucket", "bucketName: traces", "bucketName: others", ["update destination s3/Archive"]],
  ["a destination without its region", "          region: eu-central-1\n", "", ["update destination s3/Archive"]],
  [
    "an alert channel's URL",
    "{ env: ALERT_HOOK_URL }",
    "{ file: /run/secrets/slack_url }",
    ["update alert_channel webhook/Hook"],
  ],
  ["an alert rule's threshold", "limit_usd: 50 }", "limit_usd: 60 }", ["update alert_rule Spending"]],
  ["an alert rule's tag", "limit_usd: 50 }", "limit_usd: 50, tag: team=search }", ["update alert_rule Spending"]],
  ["an alert rule's channels", "[slack/On call, webhook/Hook]", "[webhook/Hook]", ["update alert_rule Spending"]],
  ["an alert rule's kind", "kind: key_leaked", "kind: credential_rejected", ["update alert_rule Leaks"]],
  ["a rate limit's number", "requests_per_minute: 60,", "requests_per_minute: 90,", ["update rate_limit CI"]],
  ["a rate limit's key", "subject: key, key: CI,", "subject: key,", ["update rate_limit CI"]],
  [
    "a rate limit's member and model",
    "member: alan@example.com, output_tokens_per_day: 2000000",
    "member: Ada@example.com, model: openai/gpt-4o-mini, output_tokens_per_day: 2000000",
    ["update rate_limit Reviewer"],
  ],
  [
    "a group's role",
    "group: Platform, role: admin",
    "group: Platform, role: member",
    ["update group_mapping platform"],
  ],
  [
    "a group's spelling",
    "group: Platform, role: admin",
    "group: PLATFORM, role: admin",
    ["update group_mapping platform"],
  ],
  [
    "a group's workspace",
    "group: 4f1d, workspace: research",
    "group: 4f1d, workspace: default",
    ["create group_mapping 4f1d", "delete group_mapping 4f1d"],
  ],
  ["who may join", "[example.org, Example.com]", "[example.org]", ["update just_in_time provisioning"]],
  [
    "where people join",
    "role: member, workspace: research }\nworkspaces",
    "role: admin }\nworkspaces",
    ["update just_in_time provisioning"],
  ],
  [
    "a price",
    "nano_usd_per_million: 500000000",
    "nano_usd_per_million: 400000000",
    ["update price openai/gpt-4o-mini@openai, credential research:openai/Team, output_tokens, price"],
  ],
];

test.each(UPDATES)("changes %s, and changes it back", async (_, from, to, expected) => {
  expect(WHOLE_DOCUMENT).toContain(from);
  const changed = WHOLE_DOCUMENT.replace(from, to);
  for (const document of [changed, WHOLE_DOCUMENT]) {
    const sent = { secrets: WHOLE_SECRETS };
    const { changes, plan_hash } = await planDocument(gateway, document, sent);
    expect(changes.map(({ action, kind, name }: Record<string, string>) => `${action} ${kind} ${name}`)).toEqual(
      expected,
    );
    await applyPlan(gateway, document, plan_hash, sent);
    expect((await planDocument(gateway, document, sent)).changes).toEqual([]);
  }
});

test("credentials are tried in the document's order", async () => {
  const lines = WHOLE_DOCUMENT.split("\n");
  const [team, spare] = ["name: Team, key", "name: Spare"].map((text) =>
    lines.findIndex((line) => line.includes(text)),
  );
  const swapped = lines
    .with(team as number, lines[spare as number] as string)
    .with(spare as number, lines[team as number] as string);
  await applyDocument(gateway, swapped.join("\n"), { secrets: WHOLE_SECRETS });
  const order = async () => {
    const { data } = (await gateway.call("GET", "/byok?workspace_id=research&provider=openai")).body;
    const own = data.filter((one: { workspace_id: string | null }) => one.workspace_id !== null);
    return own.toSorted((a: Sorted, b: Sorted) => a.sort_order - b.sort_order).map(({ name }: Sorted) => name);
  };
  expect(await order()).toEqual(["Spare", "Team"]);
  await applyDocument(gateway, WHOLE_DOCUMENT, { secrets: WHOLE_SECRETS });
  expect(await order()).toEqual(["Team", "Spare"]);
});

type Sorted = { name: string; sort_order: number };

test("a rate limit of the document applies from the next request, and no longer once it is dropped", async () => {
  const { key } = (await gateway.call("POST", "/keys", { name: "Caller" })).body;
  const ask = async () =>
    (await gateway.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key })).status;
  const document = (rules: string) =>
    WHOLE_DOCUMENT.replace("name: Default\n    keys: []\n", `name: Default\n    rate_limits: [${rules}]\n`);
  const sent = { secrets: WHOLE_SECRETS };
  await applyDocument(gateway, document("{ name: One a day, subject: key, key: Caller, requests_per_day: 1 }"), sent);
  expect([await ask(), await ask()]).toEqual([200, 429]);
  await applyDocument(gateway, document(""), sent);
  expect(await ask()).toBe(200);
});

test("a renamed guardrail keeps its keys", async () => {
  const renamed = WHOLE_DOCUMENT.replaceAll("Cheap models", "Small models");
  await applyDocument(gateway, renamed, { secrets: WHOLE_SECRETS });
  const { data } = (await gateway.call("GET", "/keys?workspace_id=research&q=CI")).body;
  expect(data[0].guardrail_name).toBe("Small models");
  await applyDocument(gateway, WHOLE_DOCUMENT, { secrets: WHOLE_SECRETS });
});

test("a cloud's key is unchanged if its JSON is only written differently", async () => {
  const parts = { resource: "contoso", api_key: "azure-key-0000000001" };
  const document = (key: string) =>
    `version: 1\ncredentials: [{ provider: azure, name: Cloud, key: { env: ${key} } }]\n`;
  await applyDocument(gateway, document("AZURE"), { secrets: { "env:AZURE": JSON.stringify(parts) } });
  const planWith = async (text: string) =>
    (await planDocument(gateway, document("AZURE"), { secrets: { "env:AZURE": text } })).changes.length;
  expect(await planWith(JSON.stringify(parts, null, 2))).toBe(0);
  expect(await planWith(JSON.stringify({ ...parts, resource: "fabrikam" }))).toBe(1);
});

test("a pool, a custom provider and an alias that the document drops are gone, and their secrets with them", async () => {
  const dropped = WHOLE_DOCUMENT.replace(/^credential_pools:\n.*\n/m, "credential_pools: []\n")
    .replace(/ {4}model_aliases:\n[\s\S]*?(?= {4}presets:)/, "    model_aliases: []\n")
    .replace(/^custom_providers:\n[\s\S]*?(?=^prices:)/m, "custom_providers: []\n");
  await applyDocument(gateway, WHOLE_DOCUMENT, { secrets: WHOLE_SECRETS });
  const { changes } = await planDocument(gateway, dropped, { secrets: WHOLE_SECRETS });
  const sorted = changes.map(({ action, kind, name }: Record<string, string>) => `${action} ${kind} ${name}`).sort();
  expect(sorted).toEqual([
    "delete credential_pool openai",
    "delete custom_provider shared-llm",
    "delete model_alias acme/front",
    "delete model_alias acme/support-bot",
  ]);
  await applyDocument(gateway, dropped, { secrets: WHOLE_SECRETS });
  expect((await gateway.call("GET", "/model-aliases?workspace_id=research")).body.data).toEqual([]);
  await applyDocument(gateway, WHOLE_DOCUMENT, { secrets: WHOLE_SECRETS });
  const { body } = await gateway.call("GET", "/providers/custom?workspace_id=research");
  expect(JSON.stringify(body)).not.toContain(WHOLE_SECRETS["env:SHARED_LLM_KEY"]);
  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual(["research-llm", "shared-llm"]);
});

test("a custom provider's stored secrets are not sent to another server", async () => {
  await applyDocument(gateway, WHOLE_DOCUMENT, { secrets: WHOLE_SECRETS });
  const moved = WHOLE_DOCUMENT.replace("http://127.0.0.1:9/v1/", "http://127.0.0.1:8/v1");
  const plan = (secrets: Record<string, string>) => gateway.call("POST", "/config/plan", { document: moved, secrets });
  const { status, body } = await plan({});
  expect([status, body.error.message]).toEqual([400, expect.stringContaining("api_key: send its value")]);
  const { "env:SHARED_LLM_TENANT": _, ...others } = WHOLE_SECRETS;
  expect((await plan(others)).body.error.message).toContain("headers.x-tenant: send its value");
  expect((await plan(WHOLE_SECRETS)).status).toBe(200);
});

test("circular aliases are rejected", async () => {
  const aliases = "[{ name: acme/a, targets: [{ model: acme/b }] }, { name: acme/b, targets: [{ model: acme/a }] }]";
  const document = `version: 1\nworkspaces: [{ slug: default, name: Default, model_aliases: ${aliases} }, { slug: research, name: Research }]\n`;
  const { status, body } = await gateway.call("POST", "/config/plan", { document });
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/model alias default\/acme\/[ab]: .*acme/)]);
});
