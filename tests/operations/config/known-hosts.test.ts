import { expect, test } from "vitest";
import type { ConfigDocument } from "#lib/contract/config-document.ts";
import { withKnownHosts } from "#server/operations/config/apply/known-hosts.ts";
import { secretsFrom } from "#server/operations/config/document/secrets.ts";

test("the hosts of a document's destinations and alert channels are looked up once, before they are needed, and no others", async () => {
  const asked: string[] = [];
  const lookUp = async (host: string) => {
    asked.push(host);
    return ["192.0.2.1"];
  };
  const config = { url: "https://hooks.example/a", method: "POST" as const };
  const destinations = [
    { type: "webhook" as const, name: "One", config },
    { type: "webhook" as const, name: "Two", config: { ...config, url: "https://hooks.example/b" } },
    { type: "otel-collector" as const, name: "Six", config: { endpoint: "http://[2001:db8::1]:4318" } },
  ];
  const alert_channels = [{ type: "slack", name: "On call", config: { url: { env: "SLACK_URL" } } }];
  const document = { version: 1, workspaces: [{ slug: "default", name: "Default", destinations, alert_channels }] };
  const secrets = secretsFrom({ "env:SLACK_URL": "https://slack.example/token" });
  const gateway = await withKnownHosts({ lookUp }, document as unknown as ConfigDocument, secrets);
  expect(asked).toEqual(["hooks.example", "2001:db8::1", "slack.example"]);
  expect(await gateway.lookUp("hooks.example")).toEqual(["192.0.2.1"]);
  expect(await gateway.lookUp("elsewhere.example")).toEqual([]);
  expect(asked).toHaveLength(3);
});
