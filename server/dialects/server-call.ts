import type { SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { textOf } from "./read-field.ts";

/**
 * Returns the server of a tool that the gateway ran, from the metadata of its call or result; undefined for the
 * provider's own tools.
 */
export function serverOf(metadata: SharedV4ProviderMetadata | undefined): string | undefined {
  return textOf(metadata?.switchboard?.server);
}

/** The server name of the gateway's own tools. */
export const OWN_SERVER = "switchboard";

/** Returns the name of the function that the model calls for a server's tool. */
export function serverFunction(server: string | undefined, name: string): string {
  return server === undefined || server === OWN_SERVER ? name : `${server}__${name}`;
}
