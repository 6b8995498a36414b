import type { Operation } from "./reference.ts";
import type { Field } from "./schema-fields.ts";

/** A complete example request: path, query, and a body or a form. `bytes`: the file that is the body. */
export type Example = {
  path: Record<string, string>;
  query: Record<string, string>;
  body?: Record<string, unknown>;
  form?: ExampleForm;
  bytes?: string;
};

/** A multipart form: its texts, and a file in the part `part`. */
export type ExampleForm = { fields: Record<string, string>; part: string; file: string };

const MESSAGES = [{ role: "user", content: "Hello" }];
const CONTENTS = [{ role: "user", parts: [{ text: "Hello" }] }];

const CONFIG = "version: 1\nworkspaces:\n  - { slug: default, name: Default, keys: [{ name: CI, limit: 20 }] }\n";

/** Example bodies with more than the required fields. */
const BODIES: Record<string, Record<string, unknown>> = {
  createResponse: { model: "local/echo", input: "Hello" },
  createMessage: { model: "local/echo", max_tokens: 1024, messages: MESSAGES },
  countTokens: { model: "local/echo", messages: MESSAGES },
  countInputTokens: { model: "local/echo", input: "Hello" },
  createChatCompletion: { model: "local/echo", messages: MESSAGES },
  generateContent: { contents: CONTENTS },
  streamGenerateContent: { contents: CONTENTS },
  countContentTokens: { contents: CONTENTS },
  embedContent: { content: { parts: [{ text: "A forgotten password" }] } },
  batchEmbedContents: {
    requests: [
      { content: { parts: [{ text: "A forgotten password" }] } },
      { content: { parts: [{ text: "The weather" }] } },
    ],
  },
  predictImages: { instances: [{ prompt: "A lighthouse at dusk" }], parameters: { aspectRatio: "16:9" } },
  createUpload: { bytes: 16, filename: "report.pdf", mime_type: "application/pdf", purpose: "user_data" },
  completeUpload: { part_ids: ["<part_id>"] },
  createCachedContent: {
    model: "local/echo",
    contents: CONTENTS,
    systemInstruction: { parts: [{ text: "Answer briefly." }] },
    ttl: "3600s",
  },
  updateCachedContent: { ttl: "7200s" },
  startContentUpload: { file: { displayName: "report.pdf" } },
  createCompletion: { model: "openai/gpt-3.5-turbo-instruct", prompt: "Once upon a time", max_tokens: 64 },
  compactResponse: { model: "openai/gpt-5.4-mini", input: "Hello" },
  createEmbeddings: { model: "local/word-hash", input: ["A forgotten password", "The weather today"] },
  rerank: {
    model: "local/word-overlap",
    query: "How do I reset my password?",
    documents: ["The weather is fine today", "A forgotten password can be reset in the settings"],
    top_n: 1,
  },
  createModeration: { model: "openai/omni-moderation-latest", input: "I want to hurt them." },
  createImage: { model: "local/poster", prompt: "A lighthouse at dusk" },
  createImageGeneration: { model: "local/poster", prompt: "A lighthouse at dusk" },
  createImageEdit: {
    model: "openai/gpt-image-2",
    prompt: "Add a ship",
    images: [{ image_url: "https://images.example/lighthouse.png" }],
  },
  createSpeech: { model: "local/flite", input: "Good morning.", response_format: "mp3" },
  createTranscription: {
    model: "openai/gpt-transcribe",
    input_audio: { data: "<the file in base64>", format: "mp3" },
  },
  createTranslation: { model: "openai/whisper-large-v3", input_audio: { data: "<the file in base64>", format: "mp3" } },
  createVideo: { model: "local/animatic", prompt: "A red fox trots through a snowy forest", duration: 4 },
  createBatch: { input_file_id: "<input file id>", endpoint: "/v1/responses", completion_window: "24h" },
  createMessageBatch: {
    requests: [{ custom_id: "first", params: { model: "local/echo", max_tokens: 1024, messages: MESSAGES } }],
  },
  callMcp: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  finishMcpOauth: { code: "<code>", state: "<state>" },
  createMcpServer: { name: "Tickets", slug: "tickets", url: "https://tickets.example/mcp" },
  putWebhook: { url: "https://app.example/videos" },
  createKey: { name: "my-app", limit: 10, limit_reset: "monthly" },
  updateKey: { limit: 25 },
  reportKey: { key: "<the key>", url: "https://code.example/app/config.js", source: "commit" },
  rotateKey: { grace_seconds: 3600 },
  queryAnalytics: { metrics: ["requests", "cost"], dimensions: ["model"], granularity: "day" },
  createGuardrail: {
    name: "Interns",
    limit_usd: 20,
    reset_interval: "monthly",
    allowed_models: ["openai/gpt-5.4-mini"],
    content_filter_builtins: [{ slug: "email", action: "redact" }],
  },
  updateGuardrail: { limit_usd: 50, content_filters: [{ pattern: "ACME-\\d+", action: "block", label: "Project" }] },
  assignKeys: { key_hashes: ["<key hash>"] },
  unassignKeys: { key_hashes: ["<key hash>"] },
  assignMembers: { member_user_ids: ["<user id>"] },
  unassignMembers: { member_user_ids: ["<user id>"] },
  createCredential: { provider: "openai", key: "<provider-key>", allowed_models: ["openai/gpt-5.4-mini"] },
  updateCredential: { key: "<new-provider-key>" },
  orderCredentials: { ids: ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] },
  createModelAlias: {
    name: "acme/support-bot",
    targets: [
      { model: "openai/gpt-5.4-mini", weight: 90 },
      { model: "anthropic/claude-haiku-4.5", provider_order: ["anthropic"], weight: 10 },
    ],
  },
  updateModelAlias: { description: "The model of the support chat" },
  createRateLimit: {
    name: "Each key",
    subject: "key",
    requests_per_minute: 600,
    output_tokens_per_minute: 1_000_000,
    concurrent_requests: 50,
    max_wait_seconds: 10,
  },
  updateRateLimit: { requests_per_minute: 1_000 },
  createCustomProvider: {
    name: "Acme inference",
    slug: "acme",
    base_url: "https://llm.example/v1",
    api_key: "<server-key>",
    models: [{ id: "llama-4-70b", context_length: 131072, prices: { input_tokens: "0.15", output_tokens: "0.60" } }],
  },
  updateCustomProvider: { enabled: false },
  testNewCustomProvider: { base_url: "https://llm.example/v1", api_key: "<server-key>" },
  setCredentialPool: { strategy: "least_loaded" },
  testNewCredential: { provider: "openai", key: "<provider-key>" },
  testGuardrail: { text: "Mail ada@example.com about the invoice." },
  backtestGuardrail: { logged: { last: 100 } },
  planConfig: { document: CONFIG },
  applyConfig: { document: CONFIG, plan_hash: "0".repeat(64) },
  createWorkspace: { name: "Research", slug: "research" },
  addWorkspaceMembers: { user_ids: ["<user id>"] },
  removeWorkspaceMembers: { user_ids: ["<user id>"] },
  searchGenerations: { text: "invoice" },
  createLogView: { name: "Errors" },
  updateLogView: { name: "Errors of today" },
  adjustCredits: { kind: "grant", amount: 1, reason: "Welcome" },
  planPrices: { from: "https://prices.example/api.json" },
  applyPrices: { from: "https://prices.example/api.json", plan_id: "<plan_id>" },
  putBudget: { limit_usd: 100 },
  updateMcpServer: { name: "Support tickets" },
  updateOrganization: { requires_second_factor: true },
  createInvitation: { email: "ada@example.com", role: "member" },
  createDestination: {
    name: "Collector",
    type: "otel-collector",
    config: { endpoint: "https://otel.example", headers: { "api-key": "<collector-key>" } },
    sampling_rate: 0.1,
  },
  updateDestination: { enabled: false },
  createAlertRule: { name: "Spending today", kind: "spend_threshold", params: { interval: "daily", limit_usd: 50 } },
  previewAlertRule: { kind: "spend_threshold", params: { interval: "daily", limit_usd: 50 } },
  updateAlertRule: { enabled: false },
  createAlertChannel: { name: "On call", type: "webhook", config: { url: "https://alerts.example/hook" } },
  updateAlertChannel: { name: "On call, nights" },
  snoozeAlert: { until: null },
  createPresetFromChat: { model: "local/echo", messages: [{ role: "system", content: "Be brief." }], temperature: 0.2 },
  createPresetFromMessages: { model: "local/echo", system: "Be brief.", messages: [], max_tokens: 1024 },
  createPresetFromResponses: { model: "local/echo", instructions: "Be brief.", temperature: 0.2 },
  createPriceOverride: { provider: "openai", discount_basis_points: 500 },
};

/** Example forms of operations that accept a file. */
const FORMS: Record<string, ExampleForm> = {
  createImageEdit: {
    fields: { model: "openai/gpt-image-2", prompt: "Add a ship" },
    part: "image",
    file: "lighthouse.png",
  },
  createTranscription: { fields: { model: "openai/gpt-transcribe" }, part: "file", file: "talk.wav" },
  createTranslation: { fields: { model: "openai/whisper-large-v3" }, part: "file", file: "talk.wav" },
  createVideo: {
    fields: { model: "local/animatic", prompt: "A red fox trots through a snowy forest", seconds: "4" },
    part: "input_reference",
    file: "first-frame.png",
  },
  reconcileInvoice: { fields: {}, part: "file", file: "usage.csv" },
  uploadFile: { fields: {}, part: "file", file: "report.pdf" },
  addUploadPart: { fields: {}, part: "data", file: "report.pdf" },
};

/** Files that are the body of an operation. */
const BYTES: Record<string, string> = { uploadContent: "report.pdf" };

const VALUES: Record<string, string> = {
  hash: "<hash>",
  author: "local",
  slug: "echo",
  provider: "coinbase",
  ref: "default",
  interval: "monthly",
  version: "1",
};
/** Values for one operation only. */
const OWN_VALUES: Record<string, Record<string, string>> = {
  listImageModelEndpoints: { author: "local", slug: "poster" },
  retrieveModel: { author: "local/echo" },
  getContentModel: { model: "local/echo" },
  generateContent: { model: "local/echo" },
  streamGenerateContent: { model: "local/echo" },
  countContentTokens: { model: "local/echo" },
  embedContent: { model: "local/word-hash" },
  batchEmbedContents: { model: "local/word-hash" },
  predictImages: { model: "local/poster" },
  setCredentialPool: { provider: "openai" },
  deleteWorkspace: { ref: "research" },
  addWorkspaceMembers: { ref: "research" },
  removeWorkspaceMembers: { ref: "research" },
};
const QUERIES: Record<string, Record<string, string>> = {
  listModels: { q: "gpt", limit: "10" },
  listKeys: { limit: "50" },
};

/**
 * Returns the example of an operation: a hand-written one, otherwise its required fields. It has a form if the operation
 * accepts a file, in addition to the body if that is an alternative.
 */
export function exampleOf({ id, parameters, body }: Operation): Example {
  const chosen = BODIES[id] ?? (body.length > 0 ? sampleOf(body) : undefined);
  const needed = parameters.query.filter(({ required }) => required).map(({ name }) => [name, `<${name}>`]);
  return {
    path: Object.fromEntries(
      parameters.path.map(({ name }) => [name, OWN_VALUES[id]?.[name] ?? VALUES[name] ?? `<${name}>`]),
    ),
    query: QUERIES[id] ?? Object.fromEntries(needed),
    ...(chosen && { body: chosen }),
    ...(FORMS[id] && { form: FORMS[id] }),
    ...(BYTES[id] && { bytes: BYTES[id] }),
  };
}

function sampleOf(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter(({ required }) => required).map((field) => [field.name, valueFor(field)]));
}

function valueFor({ name, type, limits, fields }: Field): unknown {
  if (limits.includes("format uuid")) return "7f6f3f52-0c58-4c3c-9d8e-2f4c1a5b6d7e";
  if (type.startsWith('"')) return JSON.parse(type.split(" or ")[0] ?? '""');
  if (type.startsWith("list")) return fields.length > 0 ? [sampleOf(fields)] : [];
  if (type.startsWith("number") || type.startsWith("integer")) return 1;
  if (type.startsWith("boolean")) return true;
  return type.startsWith("object") ? sampleOf(fields) : `<${name}>`;
}
