import type { issueDeviceKey } from "#lib/contract/device.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { newKey } from "#server/auth/keys/new-key.ts";
import { hashLinkToken, newLinkToken } from "#server/auth/link-token.ts";
import type { IssuedKey, RefreshHashes } from "#server/data/agent-sign-ins.ts";
import type { Gateway } from "#server/gateway.ts";

/** A refresh token: one part identifies the sign-in, the other changes with each use. */
export type RefreshToken = { family: string; turn: string };

const PREFIX = "sk-sb-refresh-";

export function newRefreshToken(family = newLinkToken().token): RefreshToken {
  return { family, turn: newLinkToken().token };
}

/** Returns the parts of a refresh token; undefined for any other text. */
export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, family, turn] = /^sk-sb-refresh-([\w-]{32})\.([\w-]{32})$/.exec(text) ?? [];
  return family !== undefined && turn !== undefined ? { family, turn } : undefined;
}

export function hashesOf({ family, turn }: RefreshToken): RefreshHashes {
  return { familyHash: hashLinkToken(family), turnHash: hashLinkToken(turn) };
}

/** Creates a short-lived key, which ends with its sign-in at the latest. */
export function newAgentKey(
  { environment, now }: Pick<Gateway, "environment" | "now">,
  signedInUntil: Date | null,
): IssuedKey & { secret: string } {
  const endMs = now() + environment.AGENT_KEY_HOURS * 3_600_000;
  return { ...newKey(), expiresAt: new Date(Math.min(endMs, signedInUntil?.getTime() ?? endMs)) };
}

/** Returns the response that carries a new key and the refresh token for the next one. */
export function tokenResponse(
  nowMs: number,
  { secret, expiresAt }: IssuedKey & { secret: string },
  { family, turn }: RefreshToken,
  signedInUntil: Date,
): ResponseOf<typeof issueDeviceKey> {
  const secondsUntil = (end: Date) => Math.max(0, Math.floor((end.getTime() - nowMs) / 1000));
  return {
    access_token: secret,
    token_type: "Bearer",
    expires_in: secondsUntil(expiresAt),
    refresh_token: `${PREFIX}${family}.${turn}`,
    refresh_token_expires_in: secondsUntil(signedInUntil),
  };
}
