import { hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "#server/env.ts";

const MIN_CHARACTERS = 32;

/**
 * Returns the secret from which every key of this installation is derived: SWITCHBOARD_SECRET, otherwise the file
 * `secret` in DATA_DIR, created at the first start and readable only by its owner. Throws if the file holds less than a
 * whole secret: a new one would make everything sealed with the old one unreadable.
 */
export function readSecret(environment: Pick<Environment, "SWITCHBOARD_SECRET" | "DATA_DIR">): string {
  return environment.SWITCHBOARD_SECRET ?? readSecretFile(environment.DATA_DIR);
}

type SecretVariables = Pick<Environment, "SWITCHBOARD_SECRET" | "SWITCHBOARD_PREVIOUS_SECRET" | "DATA_DIR">;

/**
 * Returns earlier secrets with which stored data may still be sealed: SWITCHBOARD_PREVIOUS_SECRET, the one that a
 * rotation in progress replaces, and the file's if the environment has taken its place.
 */
export function readFormerSecrets(environment: SecretVariables): string[] {
  const file = fileIn(environment.DATA_DIR);
  const files = [environment.SWITCHBOARD_SECRET ? readIfThere(file) : undefined, readIfThere(formerOf(file))];
  return [environment.SWITCHBOARD_PREVIOUS_SECRET, ...files.map((text) => text?.trim())].filter(
    (secret): secret is string => secret !== undefined && secret.length >= MIN_CHARACTERS,
  );
}

/**
 * Replaces the secret in the file; the previous one stays next to it until `forgetFormerSecret`. Does nothing if an
 * interrupted rotation has already done this.
 */
export function replaceSecretFile(folder: string): void {
  const file = fileIn(folder);
  const current = readSecretFile(folder);
  const former = readIfThere(formerOf(file))?.trim();
  if (former !== undefined && former !== current) return;
  if (former === undefined) linkSync(file, formerOf(file));
  renameSync(writeDraft(file), file);
}

/** Deletes the previous secret. Call it once nothing is sealed with it any more. */
export function forgetFormerSecret(folder: string): void {
  rmSync(formerOf(fileIn(folder)), { force: true });
}

/** Derives a key of 32 bytes for one purpose (HKDF-SHA256); knowing one key reveals nothing about the others. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "switchboard", purpose, 32));
}

/** Returns the secret with which the accounts library signs sessions and seals authenticator apps. */
export function sessionSecretOf(secret: string): string {
  return deriveKey(secret, "sessions").toString("base64url");
}

function readSecretFile(folder: string): string {
  const file = fileIn(folder);
  mkdirSync(folder, { recursive: true });
  const secret = (readIfThere(file) ?? makeFile(file)).trim();
  if (secret.length < MIN_CHARACTERS) {
    throw new Error(
      `The file ${file} is damaged. Restore it from a backup, or delete it if nothing was sealed with it.`,
    );
  }
  chmodSync(file, 0o600);
  return secret;
}

function fileIn(folder: string): string {
  return join(/*turbopackIgnore: true*/ folder, "secret");
}

function formerOf(file: string): string {
  return `${file}.former`;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

// Written whole under another name and then linked: an interrupted start leaves no partial secret, and two simultaneous
// starts end up with the same one.
function makeFile(file: string): string {
  const draft = writeDraft(file);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}

function writeDraft(file: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  return draft;
}
