import { afterEach, describe, expect, test } from "vitest";
import { azure } from "#tests/support/clouds/azure.ts";
import { bedrock } from "#tests/support/clouds/bedrock.ts";
import { type CloudRequest, cloudFront, type FrontReply } from "#tests/support/clouds/front.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
const KEY = "azure-key-of-the-resource-0001";
const account = {
  accessKeyId: "AKIDEXAMPLE0000000001",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  apiKey: "ABSK-bedrock-key-00000001",
  region: "us-east-1",
  models: ["openai.gpt-oss-120b-1:0"],
};
const failing = new Set<"azure" | "openai" | "bedrock">();
const failed: FrontReply = { status: 503, json: { error: { message: "overloaded" }, message: "overloaded" } };
const upstream = sharedUpstream();
const resource = azure({ name: "contoso", key: KEY, deployments: { prod: "gpt-4.1" } });
const azureCloud = cloudFront(upstream, (request) => (failing.has("azure") ? failed : resource(request)));
const openaiCloud = cloudFront(upstream, ({ path }) => (failing.has("openai") ? failed : { to: path }));
const amazon = bedrock(account);
const amazonCloud = cloudFront(upstream, (request) => (failing.has("bedrock") ? failed : amazon(request)));
const gateway = sharedGateway(() => ({
  env: {
    AZURE_BASE_URL: `${azureCloud.url}/{resource}`,
    AZURE_RESOURCE_NAME: "contoso",
    AZURE_API_KEY: KEY,
    AZURE_DEPLOYMENTS: "gpt-4.1=prod",
    OPENAI_BASE_URL: `${openaiCloud.url}/openai/v1`,
    OPENAI_API_KEY: "key",
    BEDROCK_BASE_URL: amazonCloud.url,
    BEDROCK_REGION: account.region,
    AWS_ACCESS_KEY_ID: account.accessKeyId,
    AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
    RETRY_WAIT_MS: "0",
  },
}));
afterEach(() => failing.clear());

/** GPT-4.1 at Azure and at OpenAI, then an open model of OpenAI at Bedrock. */
const asking = (dialect: DialectName) => ({
  ...saying(dialect, "openai/gpt-4.1", "Hello", { max_tokens: 50 }),
  models: ["openai/gpt-4.1", MODEL],
  provider: { order: ["azure", "openai", "amazon-bedrock"] },
});
const clouds: Record<string, { requests: CloudRequest[] }> = {
  azure: azureCloud,
  openai: openaiCloud,
  "amazon-bedrock": amazonCloud,
};
const called = () => Object.keys(clouds).filter((name) => (clouds[name]?.requests.length ?? 0) > 0);

describe.each<DialectName>(["responses", "chat", "messages"])("one call in %s", (dialect) => {
  test.each([
    [[], ["azure"]],
    [["azure"], ["azure", "openai"]],
    [
      ["azure", "openai"],
      ["azure", "openai", "amazon-bedrock"],
    ],
  ] as const)("with %o failing is served by the last of %o", async (down, expected) => {
    for (const name of down) failing.add(name);
    const whole = await post(gateway, dialect, asking(dialect));
    expect(whole.status, whole.text).toBe(200);
    expect(textOf(JSON.parse(whole.text))).toBe("You said: Hello");
    expect(called()).toEqual(expected);
    const record = await recordOf(gateway, whole.headers);
    expect(record.provider_name).toBe(expected.at(-1));
    const streamed = await streamOf(gateway, dialect, asking(dialect));
    expect(textIn(streamed.events)).toBe("You said: Hello");
    expect(await recordOf(gateway, streamed.headers)).toMatchObject({ provider_name: expected.at(-1) });
  });
});
