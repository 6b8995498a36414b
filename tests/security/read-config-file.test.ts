import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfigFile } from "#server/security/read-config-file.ts";

test("the secrets of every list that may have some are read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "config-"));
  writeFileSync(join(folder, "slack"), "https://slack.example/token\n");
  const document = `version: 1
credentials: [{ provider: openai, key: { env: OPENAI } }]
custom_providers: [{ slug: acme, api_key: { env: ACME }, headers: { X-Tenant: { env: TENANT } } }]
workspaces:
  - slug: default
    destinations: [{ type: webhook, name: A, config: { headers: { Authorization: { env: HOOK } } } }]
    alert_channels: [{ type: slack, name: B, config: { url: { file: slack } } }]
`;
  writeFileSync(join(folder, "config.yaml"), document);
  const environment = { OPENAI: "1", ACME: "2", TENANT: "3", HOOK: "4", OTHER: "5" };
  expect(await readConfigFile(join(folder, "config.yaml"), environment)).toEqual({
    document,
    secrets: {
      "env:OPENAI": "1",
      "env:ACME": "2",
      "env:TENANT": "3",
      "env:HOOK": "4",
      "file:slack": "https://slack.example/token",
    },
  });
});
