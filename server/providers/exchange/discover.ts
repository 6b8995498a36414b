import { block, list } from "./json.ts";

/** A model server found on this machine; `provider` is a registry id, `baseUrl` is for its adapter. */
export type Found = { provider: string; baseUrl: string; models: string[] };

/** `base`: the base path of its API; default `/v1`. */
type Server = { provider: string; port: number; path: string; base?: string; names(answer: unknown): string[] };

const openaiNames = (response: unknown) => strings(block(response).data, "id");

const servers: Server[] = [
  { provider: "ollama", port: 11434, path: "/api/tags", names: (response) => strings(block(response).models, "name") },
  { provider: "lmstudio", port: 1234, path: "/v1/models", names: openaiNames },
  { provider: "vllm", port: 8000, path: "/v1/models", names: openaiNames },
  { provider: "llamacpp", port: 8080, path: "/v1/models", names: openaiNames },
  { provider: "infinity", port: 7997, path: "/models", base: "", names: openaiNames },
];

export type DiscoverOptions = {
  fetch: typeof fetch;
  /** Ports by provider id, instead of the defaults; 0 skips a provider. */
  ports?: Record<string, number>;
  /** The gateway's own port, which it must not discover. */
  ownPort?: number;
  timeoutMs?: number;
};

/**
 * Looks for model servers on this machine's default ports. Skips ports that do not respond like one in time; never
 * rejects.
 */
export async function discover({ fetch, ports = {}, ownPort, timeoutMs = 300 }: DiscoverOptions): Promise<Found[]> {
  const targets = servers
    .map((server) => ({ ...server, port: ports[server.provider] ?? server.port }))
    .filter(({ port }) => port !== 0 && port !== ownPort);
  const responses = await Promise.allSettled(targets.map((server) => ask(server, fetch, timeoutMs)));
  return responses.flatMap((response) =>
    response.status === "fulfilled" && response.value.models.length > 0 ? [response.value] : [],
  );
}

async function ask(
  { provider, port, path, base = "/v1", names }: Server,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<Found> {
  const origin = `http://127.0.0.1:${port}`;
  const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(timeoutMs) });
  const models = response.ok ? names(await response.json()) : [];
  return { provider, baseUrl: `${origin}${base}`, models };
}

function strings(entries: unknown, field: string): string[] {
  const values = list(entries).map((entry) => block(entry)[field]);
  return values.filter((value) => typeof value === "string");
}
