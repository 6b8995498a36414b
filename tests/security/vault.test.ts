import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createVault, sealingKeyId } from "#server/security/vault.ts";

const ROW = "11111111-1111-4111-8111-111111111111";
const OTHER_ROW = "22222222-2222-4222-8222-222222222222";
const [old, current] = [randomBytes(32), randomBytes(32)];
const vault = createVault([current], "byok");
const KEY = "sk-own-0123456789";

describe("a sealed text", () => {
  test("can be opened for its row and reveals only its sealing key", () => {
    const sealed = vault.seal(KEY, ROW);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(sealingKeyId(sealed)).toBe(vault.keyId);
    expect(sealed).not.toContain(KEY);
    expect(vault.open(sealed, ROW)).toBe(KEY);
  });

  test("differs each time", () => {
    expect(vault.seal(KEY, ROW)).not.toBe(vault.seal(KEY, ROW));
  });

  test("cannot be opened for another row, or for another resource", () => {
    const sealed = vault.seal(KEY, ROW);
    expect(vault.open(sealed, OTHER_ROW)).toBeUndefined();
    expect(createVault([current], "webhook").open(sealed, ROW)).toBeUndefined();
  });

  test.each<[string, (sealed: string) => string]>([
    ["changed text", (sealed) => flipByte(sealed, 3)],
    ["changed nonce", (sealed) => flipByte(sealed, 2)],
    ["another version", (sealed) => sealed.replace("v1.", "v2.")],
    ["an unknown key id", (sealed) => sealed.replace(vault.keyId, "00000000")],
    ["a truncated text", (sealed) => sealed.slice(0, -4)],
    ["no tag", (sealed) => `${sealed.split(".").slice(0, 3).join(".")}.AAAA`],
    ["nothing", () => ""],
  ])("cannot be opened with %s", (_, change) => {
    expect(vault.open(change(vault.seal(KEY, ROW)), ROW)).toBeUndefined();
  });

  test("from a former key can be opened while that key is known, and is resealed with the current one", () => {
    const sealed = createVault([old], "byok").seal(KEY, ROW);
    expect(vault.open(sealed, ROW)).toBeUndefined();
    const both = createVault([current, old], "byok");
    expect(both.open(sealed, ROW)).toBe(KEY);
    expect(sealingKeyId(both.seal(KEY, ROW))).toBe(vault.keyId);
  });

  test.each(["", "ä€😀", "x".repeat(8192)])("preserves every character", (text) => {
    expect(vault.open(vault.seal(text, ROW), ROW)).toBe(text);
  });
});

/** The same with the first byte of one part changed. */
function flipByte(sealed: string, part: number): string {
  const parts = sealed.split(".");
  const bytes = Buffer.from(parts[part] as string, "base64url");
  bytes[0] = (bytes[0] as number) ^ 1;
  parts[part] = bytes.toString("base64url");
  return parts.join(".");
}
