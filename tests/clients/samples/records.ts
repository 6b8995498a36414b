import { endOf, uploadLines } from "#tests/api/batches/batching.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

/** Creates one record of each kind and returns its id by the folder of its address; placeholders of bodies by their text. */
export async function createRecords(gateway: TestGateway, unique: string): Promise<Record<string, string>> {
  const post = async (path: string, body: unknown) => (await gateway.call("POST", path, body)).body;
  const { key, hash } = await gateway.newKey({ name: unique });
  const form = new FormData();
  form.append("file", new Blob(["text"]), "note.txt");
  const file = await fetch(`${gateway.url}/api/v1/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.managementKey}` },
    body: form,
  });
  const call = { model: "local/echo", input: "Hello", session_id: "a-session" };
  const response = await gateway.call("POST", "/responses", call, { key });
  const video = { model: "local/animatic", prompt: "A fox", duration: 4 };
  await post("/presets/echo/responses", { model: "local/echo" });
  await gateway.call("PUT", "/workspaces/default/budgets/monthly", { limit_usd: 1_000 });
  const server = { name: unique, slug: unique, url: "https://tickets.example/mcp" };
  const provider = { name: unique, base_url: "https://llm.example/v1" };
  const collector = { name: unique, type: "otel-collector", config: { endpoint: "https://otel.example" } };
  const alertRule = { name: unique, kind: "key_expiring", params: { days: 7 } };
  const alertChannel = { name: unique, type: "webhook", config: { url: "https://alerts.example/hook" } };
  const input = {
    custom_id: "first",
    method: "POST",
    url: "/v1/responses",
    body: { model: "local/echo", input: "Hi" },
  };
  const inputFile = await uploadLines(gateway, gateway.managementKey, [input]);
  const batch = { input_file_id: inputFile, endpoint: "/v1/responses", completion_window: "24h" };
  const params = { model: "local/echo", max_tokens: 64, messages: [{ role: "user", content: "Hi" }] };
  const messageBatch = await post("/messages/batches", { requests: [{ custom_id: "first", params }] });
  await endOf(gateway, messageBatch.id);
  const targets = [{ model: "local/echo" }, { model: "local/word-hash", canary: { percent: 5 } }];
  const alias = { name: `test/${unique}`, targets };
  await gateway.call("POST", "/keys/report", { key });
  const upload = (await gateway.call("POST", "/gemini/upload")).headers.get("x-goog-upload-url") ?? "";
  const parts = await post("/uploads", { bytes: 4, filename: "note.txt", purpose: "user_data" });
  const part = new FormData();
  part.append("data", new Blob(["text"]), "data");
  const added = await fetch(`${gateway.url}/api/v1/uploads/${parts.id}/parts`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.managementKey}` },
    body: part,
  });
  const cached = await post("/gemini/cachedContents", { model: "local/echo", contents: [{ parts: [{ text: "Hi" }] }] });
  return {
    "/uploads/": parts.id,
    "<part_id>": (await added.json()).id,
    "/cachedContents/": cached.name.replace("cachedContents/", ""),
    "<upload_id>": new URL(upload).searchParams.get("upload_id") ?? "",
    "<input file id>": inputFile,
    "/messages/batches/": messageBatch.id,
    "/batches/": (await post("/batches", batch)).id,
    "<key hash>": (await gateway.newKey({ name: `${unique}-kept` })).hash,
    "/keys/": hash,
    "/generation?id=": response.headers.get("x-generation-id") ?? "",
    "?session_id=": "a-session",
    "/files/": (await file.json()).id,
    "/videos/": (await post("/videos", video)).id,
    "/byok/": (await post("/byok", { provider: "openai", key: "sk-of-openai", name: unique })).data.id,
    "/guardrails/": (await post("/guardrails", { name: unique })).data.id,
    "/prices/": (await post("/prices", { provider: "anthropic", discount_basis_points: 500 })).data.id,
    "/invitations/": (await post("/organization/invitations", { email: `${unique}@example.com`, role: "member" })).data
      .id,
    "/mcp-servers/": (await post("/mcp-servers", server)).data.id,
    "/providers/custom/": (await post("/providers/custom", { ...provider, slug: unique })).data.id,
    "/model-aliases/": (await post("/model-aliases", alias)).data.id,
    "/rate-limits/": (await post("/rate-limits", { name: unique, subject: "key", requests_per_minute: 10_000 })).data
      .id,
    "/destinations/": (await post("/observability/destinations", collector)).data.id,
    "/alert-rules/": (await post("/alert-rules", alertRule)).data.id,
    "/alert-channels/": (await post("/alert-channels", alertChannel)).data.id,
    "/scim/group-mappings/": (await post("/scim/group-mappings", { group: unique, role: "member" })).data.id,
    "/scim/tokens/": (await post("/scim/tokens", { name: unique })).data.id,
    "/log-views/": (await post("/log-views", { name: unique })).data.id,
  };
}

/** Returns a sample with the ids of records in place of its placeholders; those that nothing replaces stay. */
export function fillIn(code: string, records: Record<string, string>): string {
  return Object.entries(records).reduce(
    (text, [place, id]) =>
      place.startsWith("<")
        ? text.replaceAll(place, id)
        : text.replace(new RegExp(`(${RegExp.escape(place)})<\\w+>`), `$1${id}`),
    code,
  );
}
