import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { ByName } from "./from-schema.ts";
import type { Random } from "./random.ts";

/** Ids of records that requests name, by the first part of their path (`/keys`), and by field (`key_hash`). */
export type Records = Record<string, string[]>;

type Made = ReturnType<typeof JSON.parse>;

const ID = ({ data }: Made) => data.id;

/** Creates a few records of each resource with ids, so that requests reach more than a 404. */
export async function makeRecords(gateway: TestGateway, round: number): Promise<Records> {
  const records: Records = {};
  for (const copy of ["a", "b", "c"]) await makeOneOfEach(gateway, `${round}-${copy}`, records);
  return records;
}

async function makeOneOfEach({ call }: TestGateway, round: string, records: Records): Promise<void> {
  const keep = (names: string[], id: string) => {
    for (const name of names) records[name] = [...(records[name] ?? []), id];
  };
  const make = async (names: string[], path: string, body: unknown, idOf: (made: Made) => string = ID) => {
    const { status, body: made } = await call("POST", path, body);
    if (status < 300) keep(names, idOf(made));
  };
  const slug = `fuzz-${round}`;
  await make(["/keys", "key_hash", "hash"], "/keys", { name: "Fuzz", limit: 5 }, ({ data }) => data.hash);
  await make(["/workspaces", "workspace_id"], "/workspaces", { name: "Fuzz", slug });
  await make(["/guardrails", "guardrail_id"], "/guardrails", { name: `Fuzz ${round}`, limit_usd: 5 });
  await make(["/byok", "credential_id"], "/byok", { provider: "openai", key: "sk-test-of-nobody" });
  await make(["/observability"], "/observability/destinations", destination());
  await make(["/mcp-servers"], "/mcp-servers", { name: "Fuzz", slug, url: "https://mcp.invalid/mcp" });
  const provider = { name: "Fuzz", slug, base_url: "https://llm.invalid/v1", models: [{ id: "llama" }] };
  await make(["/providers"], "/providers/custom", provider);
  const alias = { name: `fuzz/${slug}`, targets: [{ model: "local/echo" }] };
  await make(["/model-aliases"], "/model-aliases", alias);
  const rule = { name: `Fuzz ${round}`, subject: "key", requests_per_minute: 1_000_000 };
  await make(["/rate-limits"], "/rate-limits", rule);
  const channel = { name: "Fuzz", type: "webhook", config: { url: "https://example.com/hook" } };
  await make(["/alert-channels", "channel_id"], "/alert-channels", channel);
  await make(["/alert-rules", "rule_id"], "/alert-rules", { name: "Fuzz", kind: "key_expiring", params: {} });
  await make(["/videos"], "/videos", { model: "local/animatic", prompt: "Snow", duration: 1 }, ({ id }) => id);
  const settings = { model: "local/echo", messages: [{ role: "system", content: "Be brief." }] };
  await call("POST", `/presets/${slug}/chat/completions`, settings);
  keep(["/presets", "preset"], slug);
  await make(["/generation", "/generations", "generation_id"], "/chat/completions", settings, ({ id }) => id);
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const file = await call("POST", "/files", FORM, { headers });
  if (file.status < 300) keep(["/files", "file_id"], file.body.id);
  const upload = { bytes: 7, filename: "a.txt", purpose: "user_data" };
  await make(["/uploads", "upload_id"], "/uploads", upload, ({ id }) => id);
  const cached = { model: "local/echo", contents: [{ parts: [{ text: "Be brief." }] }] };
  await make(["cache_id"], "/gemini/cachedContents", cached, ({ name }) => name.replace("cachedContents/", ""));
  const guest = { email: `fuzz-${round}@example.com`, role: "member" };
  await make(["/organization", "invitation_id"], "/organization/invitations", guest);
  const members = await call("GET", "/organization/members");
  for (const { user_id: id, id: other } of members.body.data ?? []) keep(["user_id"], id ?? other);
}

const FORM = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA text.\r\n--x--\r\n';

function destination() {
  return { type: "webhook", name: "Fuzz", config: { url: "https://example.com/hook", method: "POST" } };
}

const MODELS = [
  ...["local/echo", "local/extract", "local/word-hash", "local/word-overlap", "local/flite", "local/read-back"],
  ...[
    "local/poster",
    "local/animatic",
    "openai/gpt-4.1-mini",
    "anthropic/claude-sonnet-4.5",
    "google/gemini-2.5-flash",
  ],
  ...["openai/text-embedding-3-small", "local/echo:free", "nobody/nothing", "@preset/fuzz-0"],
] as const;

/** A suitable model for an endpoint, by the end of its path. */
const MAKERS: [string, string][] = [
  ["/embeddings", "local/word-hash"],
  ["/rerank", "local/word-overlap"],
  ["/images", "local/poster"],
  ["/audio/speech", "local/flite"],
  ["/audio/transcriptions", "local/read-back"],
  ["/videos", "local/animatic"],
];

const PROVIDERS = ["local", "openai", "anthropic", "google", "nobody"] as const;
/** In other endpoints `provider` is an object with routing preferences. */
const NAMES_PROVIDERS = new Set(["/byok", "/credits", "/prices", "/guardrails"]);
const TEXT = "Say hello, please.";

/** Values for fields for which a random text is never valid. */
export function namesOf({ path }: Endpoint, records: Records, random: Random): ByName {
  const noun = path.split("/", 2).join("/");
  const maker = MAKERS.find(([part]) => path.startsWith(part))?.[1] ?? "local/echo";
  const named: Record<string, () => unknown> = {
    model: () => (random.chance(0.6) ? maker : random.pick(MODELS)),
    messages: () => (random.chance(0.6) ? [{ role: "user", content: TEXT }] : undefined),
    documents: () => ["Snow is white.", "Rain is wet."],
    role: () => random.pick(["user", "assistant", "system", "tool"]),
    author: () => random.pick(["openai", "anthropic", "local"]),
    slug: () => (noun === "/presets" ? random.pick(records["/presets"] ?? []) : random.pick(["gpt-4.1-mini", "echo"])),
    provider: () => (NAMES_PROVIDERS.has(noun) ? random.pick(PROVIDERS) : undefined),
    user_id: () => random.pick(records.user_id ?? []),
    interval: () => random.pick(["daily", "weekly", "monthly"]),
    version: () => 1,
    seconds: () => 1,
    duration: () => 1,
    from: () => (noun === "/prices" ? "https://receiver.invalid/prices.json" : undefined),
    password: () => "correct horse battery",
    key: () => "sk-test-of-nobody",
    email: () => "ada@example.com",
    current_password: () => "correct horse battery",
  };
  for (const name of ["content", "text", "input", "query", "prompt"])
    named[name] = () => (random.chance(0.5) ? TEXT : undefined);
  for (const name of ["id", "ref", "hash"]) named[name] = () => random.pick(records[noun] ?? []);
  return (name) => (Object.hasOwn(named, name) ? named[name]?.() : random.pick(records[name] ?? []));
}
