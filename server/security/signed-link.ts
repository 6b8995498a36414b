import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs what an address gives access to, so that it needs no key. */
export type LinkSigner = {
  sign(subject: string, expiresAt: number): string;
  /** Is the signature ours, and not expired? `expiresAt` and `now` in Unix seconds. */
  verify(subject: string, expiresAt: number, signature: string, now: number): "valid" | "expired" | "wrong";
};

/** The first of `keys` signs; all of them verify. */
export function createLinkSigner(keys: readonly Buffer[]): LinkSigner {
  const signed = (key: Buffer, subject: string, expiresAt: number) =>
    createHmac("sha256", key).update(`${expiresAt}\n${subject}`).digest();
  return {
    sign: (subject, expiresAt) => signed(keys[0] as Buffer, subject, expiresAt).toString("base64url"),
    verify(subject, expiresAt, signature, now) {
      const given = Buffer.from(signature, "base64url");
      const isOurs = keys.some((key) => {
        const expected = signed(key, subject, expiresAt);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      if (!isOurs) return "wrong";
      return expiresAt > now ? "valid" : "expired";
    },
  };
}
