import { expect, test } from "vitest";
import { azure } from "#tests/support/clouds/azure.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, recordOf, saying } from "../calling.ts";

const KEY = "azure-key-of-the-resource-0001";
const upstream = sharedUpstream();
const resource = azure({ name: "contoso", key: KEY, deployments: { provisioned: "gpt-4.1", standard: "gpt-4.1" } });
const busyMs = { provisioned: 0 };
const deploymentOf = (raw: Buffer) => JSON.parse(raw.toString() || "{}").model as string;
const cloud = cloudFront(upstream, (request) => {
  if (deploymentOf(request.raw) !== "provisioned" || busyMs.provisioned === 0) return resource(request);
  // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/provisioned-get-started: what a full deployment responds.
  const headers = { "retry-after-ms": String(busyMs.provisioned) };
  return { status: 429, json: { error: { code: "429", message: "Requests have exceeded the capacity." } }, headers };
});
const gateway = sharedGateway(() => ({
  env: {
    AZURE_BASE_URL: `${cloud.url}/{resource}`,
    AZURE_RESOURCE_NAME: "contoso",
    AZURE_API_KEY: KEY,
    AZURE_DEPLOYMENTS: "gpt-4.1=provisioned",
    AZURE_DEPLOYMENTS_2: "gpt-4.1=standard",
    AZURE_KEY_TIERS: "1,2",
  },
}));

test("spills from a provisioned deployment to a standard one while it is full, and returns", async () => {
  const ask = async () => {
    cloud.requests.length = 0;
    const { status, text, headers } = await post(gateway, "chat", saying("chat", "openai/gpt-4.1", "Hello"));
    expect(status, text).toBe(200);
    expect(await recordOf(gateway, headers)).toMatchObject({ provider_name: "azure" });
    return cloud.requests.map(({ raw }) => deploymentOf(raw));
  };
  expect(await ask()).toEqual(["provisioned"]);
  busyMs.provisioned = 1_000;
  expect(await ask()).toEqual(["provisioned", "standard"]);
  expect(await ask()).toEqual(["standard"]);
  busyMs.provisioned = 0;
  await expect.poll(ask, { timeout: 5_000, interval: 200 }).toEqual(["provisioned"]);
});
