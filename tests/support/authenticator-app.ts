import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * Returns the code that an authenticator app shows for a set-up address (RFC 6238, SHA-1, six digits, thirty seconds).
 */
export function codeOf(totpUri: string, nowMs = Date.now()): string {
  const secret = base32(new URL(totpUri).searchParams.get("secret") as string);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) as number) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function base32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, "")].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
