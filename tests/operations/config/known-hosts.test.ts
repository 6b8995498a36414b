import { expect, test } from "vitest";
import type { ConfigDocument } from "#lib/contract/config-document.ts";
import { withKnownHosts } from "#server/operations/config/apply/known-hosts.ts";

test("the hosts of a document's destinations are looked up once, before they are needed, and no others", async () => {
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
  const document = { version: 1, workspaces: [{ slug: "default", name: "Default", destinations }] };
  const gateway = await withKnownHosts({ lookUp }, document as unknown as ConfigDocument);
  expect(asked).toEqual(["hooks.example", "2001:db8::1"]);
  expect(await gateway.lookUp("hooks.example")).toEqual(["192.0.2.1"]);
  expect(await gateway.lookUp("elsewhere.example")).toEqual([]);
  expect(asked).toHaveLength(2);
});
