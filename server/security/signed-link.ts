import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs links, so that they give access without a key. */
export type LinkSigner = {
  sign(subject: string, expiresAt: number): string;
  /** Checks a signature and its expiry. `expiresAt` and `now` are Unix seconds. */
  verify(subject: string, expiresAt: number, signature: string, now: number): "valid" | "expired" | "wrong";
};

/** Creates a signer: the first of `keys` signs; all of them verify. */
export function createLinkSigner(keys: readonly Buffer[]): LinkSigner {
  const signed = (key: Buffer, subject: string, expiresAt: number) =>
    createHmac("sha256", key).update(`${expiresAt}\n${subject}`).digest();
  return {
    sign: (subject, expiresAt) => signed(keys[0] as Buffer, subject, expiresAt).toString("base64url"),
    verify(subject, expiresAt, signature, now) {
      const received = Buffer.from(signature, "base64url");
      const isOurs = keys.some((key) => {
        const expected = signed(key, subject, expiresAt);
        return received.length === expected.length && timingSafeEqual(received, expected);
      });
      if (!isOurs) return "wrong";
      return expiresAt > now ? "valid" : "expired";
    },
  };
}
