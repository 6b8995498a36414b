import { formatPercent } from "#lib/format.ts";
import { agentName } from "#lib/generations/agents.ts";
import type { Session } from "./use-sessions.ts";

/** Returns the agent and its version; undefined if it is not known. */
export function agentOf({ agent, agent_version: version }: Pick<Session, "agent" | "agent_version">) {
  return agent === null ? undefined : [agentName(agent), version].filter(Boolean).join(" ");
}

/** Returns who sent a session: the key's name, and the person it belongs to. */
export function senderOf(session: Session, nameOfPerson: (id: string) => string): { key: string; person?: string } {
  const { api_key_hash: hash, api_key_name: name, api_keys: keys, user_id: user } = session;
  const key = hash === null ? "Console session" : (name ?? `${hash.slice(0, 8)}…`);
  const more = keys > 1 ? ` and ${keys - 1} more` : "";
  return { key: key + more, ...(user !== null && { person: nameOfPerson(user) }) };
}

/** Returns the repository without its host, which is the same for most of a company's. */
export function repositoryOf({ repository }: Pick<Session, "repository">): string | undefined {
  return repository?.slice(repository.indexOf("/") + 1);
}

/** Returns the share of the prompt that was read from caches. */
export function cachedShare({ tokens_cached: cached, tokens_prompt: prompt }: CachedTokens): string {
  return prompt === 0 ? "–" : formatPercent(cached / prompt, 0);
}

type CachedTokens = { tokens_cached: number; tokens_prompt: number };

/** Returns the number of requests that failed or were rejected, in words; undefined if all succeeded. */
export function failureWords({ errors, rejected }: Pick<Session, "errors" | "rejected">): string | undefined {
  const words = [errors > 0 && `${errors} failed`, rejected > 0 && `${rejected} rejected`].filter(Boolean);
  return words.length > 0 ? words.join(", ") : undefined;
}
