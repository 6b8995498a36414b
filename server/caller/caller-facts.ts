import { agentOf } from "./agents/agent.ts";
import { callerSession } from "./agents/session.ts";
import { application } from "./application.ts";
import type { CallerHeaders } from "./caller-headers.ts";

/** Facts about who sent a request, for the ledger. Every text has at most 256 characters. */
export type CallerFacts = {
  sessionId: string | null;
  externalUser: string | null;
  userAgent: string | null;
  referer: string | null;
  /** The coding agent, by its id in `lib/generations/agents.ts`. */
  agent: string | null;
  agentVersion: string | null;
  /** The repository that the agent works in: host and path, such as `github.com/acme/shop`. */
  repository: string | null;
  /** The tags of the request and its key, each once; null: none. */
  tags: string[] | null;
};

const LONGEST = 256;

/** Returns the facts of a request. `body` may be anything the caller sent. */
export function callerFacts(body: Record<string, unknown>, headers: CallerHeaders, tags: string[] | null): CallerFacts {
  const { userAgent, referer } = application(headers);
  const agent = agentOf(userAgent, referer, headers);
  return {
    sessionId: boundText(callerSession(body, headers, agent.id)),
    externalUser: boundText(body.user),
    userAgent,
    referer,
    agent: agent.id,
    agentVersion: agent.version,
    repository: agent.repository,
    tags,
  };
}

function boundText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, LONGEST) : null;
}
