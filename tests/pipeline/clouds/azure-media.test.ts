import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { azure } from "#tests/support/clouds/azure.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { toneOf, wavOf } from "#tests/support/wav.ts";
import { post, recordOf, saying } from "../calling.ts";
import { speak } from "../media/audio/speaking.ts";
import { transcribe } from "../media/audio/transcribing.ts";

const application = { tenant: "contoso.onmicrosoft.com", id: "app-1", secret: "entra~secret-of-the-app-0001" };
const identity = { tenant: "tenant-1", id: "identity-1", header: "header-0001", assertion: "ey.federated.token" };
const upstream = sharedUpstream();
const cloud = cloudFront(
  upstream,
  azure({
    name: "contoso",
    key: "azure-key-of-the-resource-0001",
    deployments: {
      voice: "tts",
      mini: "gpt-4o-mini-tts",
      "whisper-eu": "whisper",
      pictures: "gpt-image-1",
      prod: "gpt-4.1",
    },
    application,
    identity,
  }),
);
const DEPLOYMENTS = "tts=voice,gpt-4o-mini-tts=mini,whisper=whisper-eu,gpt-image-1=pictures,gpt-4.1=prod";
const place = () => ({
  AZURE_BASE_URL: `${cloud.url}/{resource}`,
  AZURE_AUTHORITY_HOST: `${cloud.url}/login`,
  AZURE_RESOURCE_NAME: "contoso",
  AZURE_DEPLOYMENTS: DEPLOYMENTS,
});
const gateway = sharedGateway(() => ({
  env: {
    ...place(),
    UNPRICED_MODELS: "serve",
    AZURE_TENANT_ID: application.tenant,
    AZURE_CLIENT_ID: application.id,
    AZURE_CLIENT_SECRET: application.secret,
  },
}));
const here = { provider: { only: ["azure"] } };
const SOUND = wavOf(toneOf(1));
const PNG = `data:image/png;base64,${pngOf(2, 2, [9, 9, 9]).toString("base64")}`;
const calls = () => cloud.requests.filter(({ path }) => path.startsWith("/contoso/"));
const addresses = () => calls().map(({ path, query }) => `${path.slice("/contoso/openai/".length)}?${query}`);
const DATED = "api-version=2025-04-01-preview";

describe("with an Entra sign-in", () => {
  test("speech is charged by the character", async () => {
    const { status, headers, bytes, json } = await speak(gateway, { ...here, input: "Good morning" });
    expect(status, JSON.stringify(json)).toBe(200);
    expect(bytes.byteLength).toBeGreaterThan(0);
    expect(addresses()).toEqual([`deployments/voice/audio/speech?${DATED}`]);
    // 15 USD a million characters.
    expect(await recordOf(gateway, headers)).toMatchObject({ cost_nano_usd: 180_000, usage_estimated: false });
  });

  test("speech of a model that reports no usage at Azure is estimated", async () => {
    const { status, headers, json } = await speak(gateway, { ...here, model: "openai/gpt-4o-mini-tts" });
    expect(status, JSON.stringify(json)).toBe(200);
    expect(JSON.parse(String(calls()[0]?.raw)).stream_format).toBeUndefined();
    expect(await recordOf(gateway, headers)).toMatchObject({ usage_estimated: true, unpriced_units: [] });
  });

  test("a transcript is charged by its duration", async () => {
    const { status, body, headers } = await transcribe(gateway, SOUND, here);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.text).toContain("bytes");
    expect(addresses()).toEqual([`deployments/whisper-eu/audio/transcriptions?${DATED}`]);
    // 0.36 USD an hour, for two seconds that were begun.
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ cost_nano_usd: 200_000, usage_estimated: false, unpriced_units: [] });
  });

  test("a translation names its deployment", async () => {
    const input_audio = { data: Buffer.from(SOUND).toString("base64"), format: "wav" };
    const asked = { model: "openai/whisper-1", input_audio, ...here };
    const { status, body } = await gateway.call("POST", "/audio/translations", asked);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(addresses()).toEqual([`deployments/whisper-eu/audio/translations?${DATED}`]);
  });

  test.each([
    ["drawn", {}, "v1/images/generations?"],
    ["edited", { input_references: [PNG] }, "v1/images/edits?"],
  ])("an image is %s", async (_what, more, address) => {
    const asked = { model: "openai/gpt-image-1", prompt: "A red cube", ...here, ...more };
    const { status, body, headers } = await gateway.call("POST", "/images", asked);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(addresses()).toEqual([address]);
    expect((await recordOf(gateway, headers)).cost_nano_usd).toBeGreaterThan(0);
  });

  test("every request has the token and no key", async () => {
    await speak(gateway, here);
    await transcribe(gateway, SOUND, here);
    const heads = calls().map(({ headers }) => [headers.authorization?.slice(0, 19), headers["api-key"]]);
    expect(heads).toEqual([
      ["Bearer entra-token-", undefined],
      ["Bearer entra-token-", undefined],
    ]);
  });
});

describe("without a key, the identity of", () => {
  const ways: [string, () => Promise<Record<string, string>>, string][] = [
    [
      "a virtual machine signs in",
      async () => ({ AZURE_POD_IDENTITY_AUTHORITY_HOST: cloud.url }),
      "/metadata/identity/oauth2/token",
    ],
    [
      "a service signs in",
      async () => ({ IDENTITY_ENDPOINT: `${cloud.url}/msi/token`, IDENTITY_HEADER: identity.header }),
      "/msi/token",
    ],
    [
      "a Kubernetes workload signs in",
      async () => {
        const file = join(await newDataFolder({ isEmpty: true }), "token");
        writeFileSync(file, `${identity.assertion}\n`);
        return { AZURE_FEDERATED_TOKEN_FILE: file, AZURE_TENANT_ID: identity.tenant };
      },
      `/login/${identity.tenant}/oauth2/v2.0/token`,
    ],
  ];

  test.each(ways)("%s, once for text and speech", async (_what, variables, path) => {
    const env = { ...place(), ...(await variables()), AZURE_CLIENT_ID: identity.id };
    const onCloud = await openPooledGateway({ env });
    try {
      const { status, text } = await post(onCloud, "chat", saying("chat", "openai/gpt-4.1", "Hello"));
      expect(status, text).toBe(200);
      expect((await speak(onCloud, here)).status).toBe(200);
      expect(cloud.requests.map(({ path: called }) => called)).toEqual([
        path,
        "/contoso/openai/v1/chat/completions",
        "/contoso/openai/deployments/voice/audio/speech",
      ]);
    } finally {
      await onCloud.stop();
    }
  });

  test("this machine is not for a customer's key", async () => {
    const key = { resource: "contoso", ambient: true };
    const { status, body } = await gateway.call("POST", "/byok", { provider: "azure", key });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("key")]);
  });
});
