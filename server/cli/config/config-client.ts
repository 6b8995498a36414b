import { isRecord } from "#lib/is-record.ts";

type Json = ReturnType<typeof JSON.parse>;

/** Calls the API of the gateway that the environment names. Throws an error with every problem that it reports. */
export function createConfigClient(environment: NodeJS.ProcessEnv) {
  const { SWITCHBOARD_URL, SWITCHBOARD_MANAGEMENT_KEY: key, PORT = "3000" } = environment;
  const origin = (SWITCHBOARD_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, "");
  if (!key) throw new Error("Set SWITCHBOARD_MANAGEMENT_KEY to a management key of the gateway");
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${origin}/api/v1${path}`, { method, headers, body: text }).catch((error: Error) => {
      throw new Error(`The gateway at ${origin} cannot be reached: ${error.cause ?? error.message}`);
    });
    const result: Json = await response.json().catch(() => undefined);
    if (response.ok && result !== undefined) return result;
    throw new Error(isRecord(result?.error) ? messageOf(result.error) : `${origin} returned ${response.status}`);
  };
  return {
    get: (path: string) => send("GET", path),
    post: (path: string, body: unknown) => send("POST", path, body),
  };
}

type Problem = { path: string; message: string; line: number; column: number };

function messageOf({ message, metadata }: Record<string, Json>): string {
  const problems: Problem[] = metadata?.problems ?? [];
  if (problems.length === 0) return message;
  return problems
    .map(({ path, message, line, column }) => `${line}:${column} ${path ? `${path}: ` : ""}${message}`)
    .join("\n");
}
