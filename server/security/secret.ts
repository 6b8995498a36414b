import { hkdfSync, randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "#server/env.ts";

const MIN_CHARACTERS = 32;

/**
 * The secret that every key of this installation is derived from: SWITCHBOARD_SECRET, else the file `secret` in
 * DATA_DIR, made at the first start and readable by its owner alone.
 * Throws when the file holds less than a whole secret: a new one would make everything sealed with the old one unreadable.
 */
export function readSecret(environment: Pick<Environment, "SWITCHBOARD_SECRET" | "DATA_DIR">): string {
  return environment.SWITCHBOARD_SECRET ?? readSecretFile(environment.DATA_DIR);
}

type SecretVariables = Pick<Environment, "SWITCHBOARD_SECRET" | "SWITCHBOARD_PREVIOUS_SECRET" | "DATA_DIR">;

/**
 * Secrets that what is stored may still be sealed with, though nothing new is: SWITCHBOARD_PREVIOUS_SECRET, the one
 * that a replacement under way is about to end, and the file's when the environment has taken its place.
 */
export function readFormerSecrets(environment: SecretVariables): string[] {
  const file = fileIn(environment.DATA_DIR);
  const kept = [environment.SWITCHBOARD_SECRET ? readIfThere(file) : undefined, readIfThere(formerOf(file))];
  return [environment.SWITCHBOARD_PREVIOUS_SECRET, ...kept.map((text) => text?.trim())].filter(
    (secret): secret is string => secret !== undefined && secret.length >= MIN_CHARACTERS,
  );
}

/**
 * Puts a new secret in the place of the file's; the former one stays beside it until `forgetFormerSecret`. Does
 * nothing when a replacement that was cut off has got this far before.
 */
export function replaceSecretFile(folder: string): void {
  const file = fileIn(folder);
  const current = readSecretFile(folder);
  const former = readIfThere(formerOf(file))?.trim();
  if (former !== undefined && former !== current) return;
  if (former === undefined) linkSync(file, formerOf(file));
  renameSync(writeDraft(file), file);
}

/** To be called when nothing is sealed with the former secret any more. */
export function forgetFormerSecret(folder: string): void {
  rmSync(formerOf(fileIn(folder)), { force: true });
}

/** A key of 32 bytes for one purpose (HKDF-SHA256): knowing one says nothing about the others. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "switchboard", purpose, 32));
}

/** What the accounts library signs sessions and seals authenticator apps with. */
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

// Written whole under another name and then linked: a start that is cut off leaves no half secret,
// and of two starts at once both end with the same one.
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
