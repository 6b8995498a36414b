import * as contract from "#lib/contract/session.ts";
import { operation } from "#server/http/operation.ts";
export const listSessions = operation(contract.listSessions)(async (gateway, { request }) => {
  const sessions = await gateway.accounts.sessions(request);
  const data = sessions.map((session) => ({
    id: session.id,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.updatedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    ip_address: session.ipAddress || null,
    user_agent: session.userAgent || null,
    current: session.current,
  }));
  return { data };
});
