import { hash, randomBytes } from "node:crypto";

/** Creates a link token: 192 random bits, shown once; only its SHA-256 in hex is stored. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(24).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return hash("sha256", token, "hex");
}
