import type { Reference } from "./resources.ts";

/** The values of a document's references that are known. */
export type Secrets = { valueOf(reference: Reference): string | undefined };

/** `sent`: values by `env:<name>` or `file:<path>`. */
export function secretsFrom(sent: Readonly<Record<string, string>> = {}): Secrets {
  return { valueOf: (reference) => (Object.hasOwn(sent, nameOf(reference)) ? sent[nameOf(reference)] : undefined) };
}

export function nameOf(reference: Reference): string {
  return "env" in reference ? `env:${reference.env}` : `file:${reference.file}`;
}
