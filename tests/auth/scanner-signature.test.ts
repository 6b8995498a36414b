import { createSign, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyScannerSignature } from "#server/auth/keys/scanner-signature.ts";
import { readScannerKeys, type ScannerKey } from "#server/network/scanner-keys.ts";

const pair = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const pemOf = ({ publicKey }: ReturnType<typeof pair>) => publicKey.export({ type: "spki", format: "pem" }).toString();
const [one, other] = [pair(), pair()];
const BODY = Buffer.from('[{"token":"a"}]');
const signature = createSign("sha256").update(BODY).sign(one.privateKey, "base64");
const listed = JSON.stringify({
  public_keys: [
    { key_identifier: "first", key: pemOf(other), is_current: false },
    { key_identifier: "second", key: pemOf(one), is_current: true },
  ],
});

describe("a signature", () => {
  const keys = readScannerKeys(listed) as ScannerKey[];
  const verify = (identifier: string, sent = signature, body: Buffer = BODY) =>
    verifyScannerSignature(keys, body, { identifier, signature: sent });

  test("is verified with the key of its identifier", () => {
    expect(verify("second")).toBe(true);
    expect(verify("first")).toBe(false);
    expect(verify("third")).toBeUndefined();
  });

  test.each(["", "no base64!", "AAAA", signature.slice(0, -8), `${signature}${"A".repeat(1000)}`])(
    "is wrong as %j",
    (sent) => {
      expect(verify("second", sent)).toBe(false);
    },
  );

  test("covers every byte of the body", () => {
    expect(verify("second", signature, Buffer.from('[{"token":"a"}] '))).toBe(false);
  });
});

describe("the setting", () => {
  test("is PEM, with line breaks or escaped ones, or a file", () => {
    const file = join(mkdtempSync(join(tmpdir(), "keys-")), "keys.json");
    writeFileSync(file, listed);
    const both = pemOf(other) + pemOf(one);
    for (const text of [both, both.replaceAll("\n", "\\n"), listed, file]) {
      const keys = readScannerKeys(text) as ScannerKey[];
      expect(keys).toHaveLength(2);
      expect(verifyScannerSignature(keys, BODY, { identifier: "second", signature })).toBe(true);
    }
  });

  test("with no key, another curve or a missing file is an error that does not repeat it", () => {
    const p384 = generateKeyPairSync("ec", { namedCurve: "secp384r1" });
    const wrong = p384.publicKey.export({ type: "spki", format: "pem" }).toString();
    for (const text of [wrong, "{}", "-----BEGIN SECRET-----", "/nowhere/secret-name"]) {
      expect(readScannerKeys(text)).toMatch(/^it (?!.*secret-name)/);
    }
  });
});
