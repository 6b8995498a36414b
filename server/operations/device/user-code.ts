import { randomInt } from "node:crypto";
import type { Gateway } from "#server/gateway.ts";

/** Letters that nobody confuses and that form no words (RFC 8628, section 6.1). Eight of them are 34 bits. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Creates the code that a person enters, without its hyphen. */
export function newUserCode(): string {
  return Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Returns what is stored of a code: its HMAC, since a plain hash of so few letters could be reversed. */
export function hashUserCode({ links }: Pick<Gateway, "links">, code: string): string {
  return links.sign(`device code ${code}`, 0);
}
