import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { reportKey } from "#lib/contract/key-reports.ts";
import { hashKey } from "#server/auth/keys/key-digest.ts";
import { keyIdentity } from "#server/auth/keys/new-key.ts";

/** Who reports: GitHub with a verified signature, an administrator of the key's organization, or anyone with the key. */
export type Reporter = "github" | "organization" | "anyone";

/** One key in a report, with the place where it was found; `place` identifies the place. */
export type Match = {
  token: string;
  hash: string;
  type: string;
  place: string;
  url: string | null;
  source: string | null;
  leakedAt: Date | null;
};

/** Returns the keys that a report names, in either form of the contract. */
export function matchesOf(body: BodyOf<typeof reportKey>, now: Date): Match[] {
  if (!Array.isArray(body)) {
    const leakedAt = body.leaked_at ? new Date(Math.min(Date.parse(body.leaked_at), now.getTime())) : null;
    return [matchOf(body.key, "", { url: body.url, source: body.source, leakedAt })];
  }
  return body.map(({ token, type, url, location, source }) =>
    matchOf(token, type ?? "", { url: url || location, source, leakedAt: null }),
  );
}

type Place = { url: string | null | undefined; source: string | null | undefined; leakedAt: Date | null };

function matchOf(sent: string, type: string, { url: sentUrl, source: sentSource, leakedAt }: Place): Match {
  const token = sent.trim();
  const url = readable(sentUrl, token);
  const source = readable(sentSource, token)?.toLowerCase() ?? null;
  return { token, hash: hashKey(token), type, place: hashKey(`${source}\n${url}`), url, source, leakedAt };
}

/**
 * Returns a text from a stranger without the key, a password and what could hide or reorder its characters; null for an
 * empty one.
 */
function readable(text: string | null | undefined, token: string): string | null {
  const address = URL.parse(text ?? "");
  if (address) {
    address.username = "";
    address.password = "";
  }
  const shown = (address?.href ?? text ?? "").replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  const { label } = keyIdentity(token);
  return shown.replaceAll(token, label).replaceAll(encodeURIComponent(token), label).slice(0, MAX_TEXT) || null;
}

const MAX_TEXT = 2048;
