import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isRecord } from "#lib/is-record.ts";
import { readYaml } from "#server/json/yaml-text.ts";

/**
 * Reads a document and the values of its references: variables of the environment, and files relative to the document,
 * without the line break at their end. Unset variables are left out; the gateway reports the ones it needs.
 */
export async function readConfigFile(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ document: string; secrets: Record<string, string> }> {
  const document = await readFile(file, "utf8").catch((error: Error) => {
    throw new Error(`The document cannot be read: ${error.message}`);
  });
  const secrets: Record<string, string> = {};
  for (const { env, file: path } of referencesIn(readYaml(document).value, false)) {
    const value = env === undefined ? await textOf(resolve(dirname(file), path as string)) : environment[env];
    if (value) secrets[env === undefined ? `file:${path}` : `env:${env}`] = value;
  }
  return { document, secrets };
}

type Reference = { env?: string; file?: string };

/** The lists in a document whose items have secrets. */
const WITH_SECRETS = ["credentials", "custom_providers", "destinations", "alert_channels"];

function referencesIn(value: unknown, isInside: boolean): Reference[] {
  if (Array.isArray(value)) return value.flatMap((one) => referencesIn(one, isInside));
  if (!isRecord(value)) return [];
  const [[name, text] = [], ...others] = Object.entries(value);
  const isReference = (name === "env" || name === "file") && typeof text === "string" && others.length === 0;
  if (isInside && isReference) return [{ [name]: text }];
  return Object.entries(value).flatMap(([field, one]) => referencesIn(one, isInside || WITH_SECRETS.includes(field)));
}

async function textOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`The secret in ${path} cannot be read: ${error.message}`);
  });
  return text?.replace(/\r?\n$/, "");
}
