import type { Event } from "#tests/pipeline/calling.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

/** A line of a batch's input that asks a model one question. */
export function chatLine(custom_id: string, content: string, model = "openai/gpt-5-mini", more: object = {}) {
  const body = { model, messages: [{ role: "user", content }], ...more };
  return { custom_id, method: "POST", url: "/v1/chat/completions", body };
}

/** Uploads a file with these lines and returns its id. */
export async function uploadLines(gateway: TestGateway, key: string, lines: readonly unknown[]): Promise<string> {
  const form = new FormData();
  form.append("purpose", "batch");
  form.append("file", new File([lines.map((line) => JSON.stringify(line)).join("\n")], "in.jsonl"));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${gateway.url}/api/v1/files`, { method: "POST", body: form, headers });
  return ((await response.json()) as { id: string }).id;
}

/** Creates a batch of chat completions that the gateway runs; `key` pays. */
export function createBatch(gateway: TestGateway, key: string, lines: readonly unknown[]): Promise<Event> {
  return orderBatch(gateway, key, lines, { provider: { batch: "gateway" } });
}

/** Creates a batch of chat completions that their providers run if they can. */
export async function orderBatch(
  gateway: TestGateway,
  key: string,
  lines: readonly unknown[],
  more: Record<string, unknown> = {},
): Promise<Event> {
  const input_file_id = await uploadLines(gateway, key, lines);
  const body = { input_file_id, endpoint: "/v1/chat/completions", completion_window: "24h", ...more };
  const created = await gateway.call("POST", "/batches", body, { key });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  return created.body;
}

/** Waits until a batch has ended and returns it. */
export async function endOf(gateway: TestGateway, id: string): Promise<Event> {
  for (const endsAt = Date.now() + 50_000; Date.now() < endsAt; ) {
    const { body } = await gateway.call("GET", `/batches/${id}`);
    if (["completed", "failed", "expired", "cancelled"].includes(body.status)) return body;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${id} has not ended: ${gateway.output()}`);
}

/** Returns the lines of a results file. */
export async function linesOf(gateway: TestGateway, fileId: string | null): Promise<Event[]> {
  if (fileId === null) return [];
  const { body } = await gateway.call("GET", `/files/${fileId}/content`);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
