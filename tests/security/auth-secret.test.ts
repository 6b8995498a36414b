import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deriveKey, readSecret } from "#server/security/secret.ts";

describe("the installation's secret", () => {
  test("is generated once and readable only by its owner", () => {
    const folder = mkdtempSync(join(tmpdir(), "switchboard-secret-"));
    const environment = { SWITCHBOARD_SECRET: undefined, DATA_DIR: join(folder, "data") };
    const secret = readSecret(environment);
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(readSecret(environment)).toBe(secret);
    expect(readdirSync(environment.DATA_DIR)).toEqual(["secret"]);
    const file = join(environment.DATA_DIR, "secret");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readSecret({ ...environment, SWITCHBOARD_SECRET: "from the environment" })).toBe("from the environment");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, 10));
    expect(() => readSecret(environment)).toThrow("damaged");
    rmSync(folder, { recursive: true });
  });

  test("derives one stable key for each purpose", () => {
    const [first, again, other] = ["sessions", "sessions", "vault"].map((purpose) => deriveKey("secret", purpose));
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    expect(first).toHaveLength(32);
  });
});
