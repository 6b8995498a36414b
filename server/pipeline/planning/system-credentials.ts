import { isCloudProvider, SYSTEM_CREDENTIALS } from "#lib/contract/cloud-credentials.ts";
import { findUrlProblem, KEY, NO_KEY } from "#server/env.ts";
import type { StructuredCredential } from "#server/providers/cloud/transport.ts";
import type { Provider } from "#server/providers/provider.ts";
import {
  keyNumbers,
  type NumberedCredential,
  numberedName,
  systemMembers,
  variablesOfKey,
} from "../pools/system-pool.ts";

/**
 * The credential and address that this installation uses for a provider. `keys`: all of its keys, of which `credential`
 * is the first; absent for servers that need no key.
 */
export type SystemCredential = { credential: string; baseUrl: string; keys?: readonly NumberedCredential[] };

/** System credentials by provider id. A provider without one can only be called with a BYOK credential. */
export type SystemCredentials = Map<string, SystemCredential>;

/**
 * Reads each provider's key and address from the environment. A provider that needs no key counts only if its address
 * is set. Throws an error with a readable message for an unusable address or key.
 */
export function readSystemCredentials(
  providers: Iterable<Provider>,
  variables: Readonly<Record<string, string>>,
): SystemCredentials {
  const systemCredentials: SystemCredentials = new Map();
  const all = [...providers];
  for (const provider of all) {
    const named = variables[provider.baseUrlVariable];
    if (named) rejectBadAddress(provider, named);
    const baseUrl = addressOf(provider, variables);
    const keys = named || !belongsElsewhere(provider, all, variables) ? keysOf(provider, variables, baseUrl) : [];
    const [first] = keys;
    const keyless = !provider.keyVariable && (named !== undefined || provider.id === "local");
    if (first) systemCredentials.set(provider.id, { credential: first.credential, baseUrl, keys });
    else if (keyless) systemCredentials.set(provider.id, { credential: "", baseUrl });
  }
  return systemCredentials;
}

/** Returns a provider's base URL without a trailing slash: the operator's setting, else the documented one. */
export function addressOf(provider: Provider, variables: Readonly<Record<string, string>>): string {
  return (variables[provider.baseUrlVariable] ?? provider.baseUrl).replace(/\/+$/, "");
}

/** Returns whether the operator has set another address for a provider. */
export function hasOtherAddress(provider: Provider | undefined, variables: Readonly<Record<string, string>>): boolean {
  return provider !== undefined && addressOf(provider, variables) !== provider.baseUrl;
}

/** Returns whether the key that a provider shares is one for the server that the operator has set for the other. */
function belongsElsewhere(
  { sharesKeyOf }: Provider,
  all: readonly Provider[],
  variables: Readonly<Record<string, string>>,
): boolean {
  const owner = sharesKeyOf === undefined ? undefined : all.find(({ id }) => id === sharesKeyOf);
  return hasOtherAddress(owner, variables);
}

/** Returns the keys that the environment sets, with or without a number. */
function keysOf(
  provider: Provider,
  variables: Readonly<Record<string, string>>,
  baseUrl: string,
): NumberedCredential[] {
  const { structured } = provider;
  const variable = provider.keyVariable ?? provider.optionalKeyVariable;
  const names = structured ? Object.values(structured.variables) : variable ? [variable] : [];
  const found = keyNumbers(names, variables).flatMap((number) => {
    const id = numberedName(variable ?? provider.id, number);
    const credential = structured
      ? structuredOf(provider.id, structured, number, variables, baseUrl)
      : plainKey(id, variables[id]);
    return credential === undefined ? [] : [{ id, name: structured?.label(credential) ?? id, credential }];
  });
  const members = systemMembers(provider, found, variables);
  return found.map(({ credential }, index) => ({ credential, member: members[index] as NumberedCredential["member"] }));
}

function plainKey(variable: string, credential: string | undefined): string | undefined {
  if (credential && !KEY.test(credential))
    throw new Error(`The environment variable ${variable} is invalid: ${NO_KEY}.`);
  return credential;
}

/** Returns the credential of several parts with this number as JSON; undefined if the environment has none. */
function structuredOf(
  provider: string,
  structured: StructuredCredential,
  number: number,
  variables: Readonly<Record<string, string>>,
  baseUrl: string,
): string | undefined {
  const all = Object.values(structured.variables);
  const fields = structured.fromEnvironment(variablesOfKey(all, number, variables), baseUrl);
  if (!fields || !isCloudProvider(provider)) return undefined;
  const result = SYSTEM_CREDENTIALS[provider].safeParse(fields);
  if (result.success) return JSON.stringify(result.data);
  const [issue] = result.error.issues;
  const [field] = issue?.path ?? [];
  const concerned = field === undefined ? all : [structured.variables[String(field)] ?? all[0] ?? ""];
  // A part that is set only without a number is the first credential's.
  const names = concerned.map((name) => {
    const own = numberedName(name, number);
    return variables[own] === undefined && variables[name] !== undefined ? name : own;
  });
  const subject = names.length > 1 ? "The environment variables" : "The environment variable";
  throw new Error(`${subject} ${names.join(", ")} ${names.length > 1 ? "are" : "is"} invalid: ${issue?.message}.`);
}

function rejectBadAddress(provider: Provider, address: string): void {
  const fault = findUrlProblem(address) ?? faultOfVersion(provider, address);
  if (fault) throw new Error(`The environment variable ${provider.baseUrlVariable} is invalid: ${fault}.`);
}

/**
 * Returns the fault of a base URL with a missing or extra API version. Some providers' clients include the version and
 * others do not; with the wrong form every request would be a 404.
 */
function faultOfVersion({ name, baseUrl }: Provider, address: string): string | undefined {
  const [named, own] = [new URL(address), new URL(baseUrl)];
  if (named.host !== own.host || own.pathname.replace(/\/$/, "") === named.pathname.replace(/\/+$/, ""))
    return undefined;
  const isOther = own.pathname === "/" ? /^\/v\d[^/]*\/*$/.test(named.pathname) : named.pathname === "/";
  return isOther ? `${name} uses ${baseUrl}` : undefined;
}
