import type { AlertChannel } from "./alert-view.ts";

/** The values of the form, for every type. */
export type ChannelValues = { name: string; type: AlertChannel["type"]; url: string; to: string };

export const NEW_CHANNEL: ChannelValues = { name: "", type: "webhook", url: "", to: "" };

/** Returns the values of a stored channel, with its URL masked. */
export function valuesOfChannel({ name, type, config }: AlertChannel): ChannelValues {
  const { url = "", to = [] } = config as { url?: string; to?: string[] };
  return { name, type, url, to: to.join("\n") };
}

/** Returns the type and its configuration, as the API expects them. */
export function configOf({ type, url, to }: ChannelValues) {
  if (type === "email") return { type, config: { to: to.split(/[\s,;]+/).filter(Boolean) } };
  return { type, config: { url: url.trim() } };
}

/** Returns the field that a path of the request body belongs to. */
export function channelFieldOf(name: string, path: readonly string[]): keyof ChannelValues | undefined {
  if (name === "config") return path[1] === "to" ? "to" : "url";
  return name === "name" || name === "type" ? name : undefined;
}
