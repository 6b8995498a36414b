import { isRecord } from "#lib/is-record.ts";
import type { CallerHeaders } from "../caller-headers.ts";

/**
 * Headers that name a session, in order of precedence: ours (opencode sends it too), Claude Code's, Codex's (with an
 * underscore in older versions and pi), and those of agents for other gateways.
 */
const HEADERS = [
  "x-session-id",
  "x-claude-code-session-id",
  "session-id",
  "session_id",
  "x-session-affinity",
  "x-opencode-session",
  "x-grok-session-id",
  "agent-session-id",
] as const;

/** Agents whose cache key is their session. Other clients may use one key for all users. */
const CACHE_KEY_IS_SESSION: ReadonlySet<string | null> = new Set([
  ...["codex", "opencode", "pi", "copilot", "droid", "kimi-code"],
]);

/**
 * Returns the session that a request names: `session_id` in the body, a header, or an agent's own field. `agent`: the
 * agent's id. Returns undefined if it names none.
 */
export function callerSession(
  body: Record<string, unknown>,
  headers: CallerHeaders,
  agent: string | null,
): string | undefined {
  if (isText(body.session_id)) return body.session_id;
  for (const name of HEADERS) {
    const value = headers.get(name);
    if (value) return value;
  }
  if (CACHE_KEY_IS_SESSION.has(agent) && isText(body.prompt_cache_key)) return body.prompt_cache_key;
  const userId = isRecord(body.metadata) ? body.metadata.user_id : undefined;
  if (agent === "kimi-code" && isText(userId)) return userId;
  return sessionInUserId(userId);
}

const LONGEST_USER_ID = 1_024;
const OLD_USER_ID = /^user_[0-9a-f]+_account_[\w-]*_session_([\w-]+)$/;

/** Claude Code's user id is JSON with the session; older versions separate its parts with underscores. */
function sessionInUserId(userId: unknown): string | undefined {
  if (!isText(userId) || userId.length > LONGEST_USER_ID) return undefined;
  if (!userId.startsWith("{")) return OLD_USER_ID.exec(userId)?.[1];
  try {
    const parts: unknown = JSON.parse(userId);
    return isRecord(parts) && isText(parts.session_id) ? parts.session_id : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
