import { beforeEach, expect, test } from "vitest";
import { cloudFront } from "#tests/support/clouds/front.ts";
import { serviceAccount, vertex } from "#tests/support/clouds/vertex.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { ask, asking } from "../../api/gemini/asking.ts";
import { post, recordOf, saying } from "../calling.ts";

const upstream = sharedUpstream();
const cloud = cloudFront(upstream, vertex({ project: "acme-ai", location: "global" }));
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai", "google"],
  env: {
    GOOGLE_VERTEX_BASE_URL: cloud.url,
    GOOGLE_TOKEN_URL: `${cloud.url}/token`,
    GOOGLE_VERTEX_PROJECT: "acme-ai",
    GOOGLE_VERTEX_CREDENTIALS: JSON.stringify(serviceAccount),
  },
}));
const FLASH = "google/gemini-2.5-flash";
const FILE = { fileUri: "gs://acme-calls/2026/call-1.mp3", mimeType: "audio/mpeg" };
const part = { type: "file", file: { file_url: FILE.fileUri }, google: { mimeType: FILE.mimeType } };
const calls = () => cloud.requests.filter(({ path }) => path.includes("enerateContent"));

let made: string | undefined;
beforeEach(async () => {
  if (made) await gateway.call("DELETE", `/byok/${made}`);
  made = undefined;
});
async function storeKey() {
  const key = { project: "acme-ai", service_account: serviceAccount };
  const { status, body } = await gateway.call("POST", "/byok", { provider: "google-vertex", key });
  expect(status, JSON.stringify(body)).toBe(201);
  made = body.data.id;
}

test.each([false, true])(
  "an object of Cloud Storage is read with a key of the workspace (stream %s)",
  async (stream) => {
    await storeKey();
    const { status, text, headers } = await ask(gateway, asking({ fileData: FILE }, { text: "Hi" }), { stream });
    expect(status, text).toBe(200);
    const [sent] = calls();
    expect(JSON.parse(String(sent?.raw)).contents).toEqual([
      { role: "user", parts: [{ fileData: FILE }, { text: "Hi" }] },
    ]);
    expect(await recordOf(gateway, headers)).toMatchObject({ provider_name: "google-vertex", is_byok: true });
  },
);

test("an object of Cloud Storage is not read with the gateway's own key, in any dialect", async () => {
  const content = [{ type: "text", text: "Hi" }, part];
  const inputs = {
    chat: { messages: [{ role: "user", content }] },
    responses: { input: [{ role: "user", content: [{ type: "input_text", text: "Hi" }, part] }] },
    messages: { messages: [{ role: "user", content }] },
  };
  const form = await ask(gateway, asking({ fileData: FILE }, { text: "Hi" }));
  expect([form.status, form.text]).toEqual([400, expect.stringContaining("a provider key of your own")]);
  for (const dialect of ["chat", "responses", "messages"] as const) {
    const body = { ...saying(dialect, FLASH, "Hi", { max_tokens: 50 }), ...inputs[dialect] };
    expect((await post(gateway, dialect, body)).status, dialect).toBe(400);
  }
  const output = [{ type: "function_call_output", call_id: "c", output: [part] }];
  const call = { type: "function_call", call_id: "c", name: "f", arguments: "{}" };
  const more = { input: [{ role: "user", content: "Hi" }, call, ...output] };
  expect((await post(gateway, "responses", { ...saying("responses", FLASH, "Hi"), ...more })).status).toBe(400);
  expect([...calls(), ...upstream.requests]).toEqual([]);
});

test.each(["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"])("%s does not read it", async (model) => {
  await storeKey();
  const { status } = await ask(gateway, asking({ fileData: FILE }, { text: "Hi" }), { model });
  expect(status).toBe(400);
  expect([...cloud.requests.filter(({ path }) => path !== "/token"), ...upstream.requests]).toEqual([]);
});
