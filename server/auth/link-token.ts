import { hash, randomBytes } from "node:crypto";

/** A token for a link: 192 random bits, shown once; what is stored is its SHA-256, hex. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(24).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return hash("sha256", token, "hex");
}
