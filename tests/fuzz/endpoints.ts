import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "#lib/contract/endpoint.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Every endpoint that a file of the contract exports, the console's own included, so that new ones are found. */
export async function everyEndpoint(): Promise<Endpoint[]> {
  const files = globSync("lib/contract/*.ts", { cwd: PROJECT }).sort();
  const modules = await Promise.all(files.map((file) => import(join(PROJECT, file)) as Promise<object>));
  const found = new Map<string, Endpoint>();
  for (const value of modules.flatMap((module) => Object.values(module) as unknown[])) {
    if (isEndpoint(value)) found.set(`${value.method} ${addressOf(value)}`, value);
  }
  return [...found.values()];
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}

/** The console's own endpoints are next to the API's root. */
export function addressOf({ path, resource }: Pick<Endpoint, "path" | "resource">): string {
  const isOurs = path.startsWith("/session") || path === "/health" || path === "/metrics";
  return `${isOurs || resource === "session" ? "/api" : "/api/v1"}${path}`;
}
