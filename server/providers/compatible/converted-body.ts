import type { SharedV4Warning } from "@ai-sdk/provider";
import type { Block } from "../exchange/json.ts";
import type { NativeText } from "../provider.ts";
import { isForeignExtension } from "../requests/chat-extensions.ts";
import type { FieldNote } from "../requests/field-note.ts";

/** What prepares a chat body for one provider. */
export type PrepareChat = (body: Block, note: FieldNote) => Block;

/**
 * Returns the last change to the chat body that the SDK package makes of a converted request: without what the provider
 * rejects, and prepared as a native body is. Both add warnings.
 */
export function converting(prepare: PrepareChat, taken: Pick<NativeText, "extensions" | "lacks">) {
  return (made: Block, warnings: SharedV4Warning[] = []): Block => {
    const note: FieldNote = (field, what) => void warnings.push({ type: "unsupported", feature: field, details: what });
    const body = { ...made };
    const extensions = Object.keys(body).filter((name) => isForeignExtension(name, taken));
    for (const name of [...extensions, ...(taken.lacks?.(String(made.model), made) ?? [])]) {
      // The end user is the gateway's own field too.
      if (body[name] !== undefined) note(name, name === "user" ? "not sent to the provider" : "dropped");
      delete body[name];
    }
    return prepare(body, note);
  };
}
