import { defaultSettings } from "../settings/settings.ts";
import { fields, listOf, oneOf, type ReadBy, text } from "../settings/shape.ts";
import { MOST_PANES, StoredModel, StoredSettings } from "../settings/stored-settings.ts";

/** Mail and chat programs may break longer links. */
const LONGEST_LINK = 8000;

const SharedConversation = fields({
  dialect: oneOf("responses", "messages"),
  prompt: text,
  panes: listOf(fields({ model: StoredModel, settings: StoredSettings }), 1, MOST_PANES),
});

/** The content of a share link: the prompt and the settings. No responses, images or names. */
export type SharedConversation = ReadBy<typeof SharedConversation>;

/** Returns the part of the address after `#`; undefined if it would be too long for a link. */
export function shareHash(shared: SharedConversation): string | undefined {
  const slim = {
    ...shared,
    panes: shared.panes.map(({ model, settings }) => ({ model, settings: changedSettings(settings) })),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(slim));
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const hash = `share=${encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return hash.length > LONGEST_LINK ? undefined : hash;
}

/** Reads such a part of an address; undefined if there is none or it is invalid. */
export function readShareHash(hash: string): SharedConversation | undefined {
  const encoded = /^#?share=([A-Za-z0-9_-]+)$/.exec(hash.slice(0, LONGEST_LINK + 1))?.[1];
  if (!encoded) return undefined;
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return SharedConversation(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function changedSettings(settings: SharedConversation["panes"][number]["settings"]) {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(defaultSettings[name as keyof typeof defaultSettings]),
    ),
  );
}
