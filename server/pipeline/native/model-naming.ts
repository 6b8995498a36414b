import type { Body } from "#server/dialects/dialect.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";

/**
 * Replaces a native upstream's model name with the name in the request: clients compare the two and drop reasoning of a
 * model they did not request. Changes only events that name a model.
 */
export type ModelNaming = {
  /** Changes a parsed event in place. Returns whether it named another model. `data`: the original event text. */
  event(event: Body, data: string): boolean;
  /** Returns an event's text with the requested name, in dialects where every event names the model. */
  text(data: string): string;
  /** Does the same for the bytes of several events. */
  bytes(whole: Buffer): Buffer;
};

/** Creates the replacement. `isEverywhere`: every event of the dialect names the model, not only the first ones. */
export function createModelNaming(name: string, isEverywhere: boolean): ModelNaming {
  const own = `"model":${JSON.stringify(name)}`;
  const ownBytes = Buffer.from(own);
  let foreign: string | undefined;
  let foreignBytes: Buffer | undefined;
  return {
    event(event, data) {
      const holder = holderOf(event);
      if (!holder || holder.model === name) return false;
      if (isEverywhere) {
        foreign = memberIn(data, holder.model);
        foreignBytes = foreign === undefined ? undefined : Buffer.from(foreign);
      }
      holder.model = name;
      return true;
    },
    text: (data) => (foreign === undefined ? data : data.replace(foreign, () => own)),
    bytes: (whole) => (foreignBytes ? replaceAll(whole, foreignBytes, ownBytes) : whole),
  };
}

/** Returns the JSON text of a whole response with only the model name changed. */
export function withModelName(text: string, from: unknown, name: string): string {
  if (typeof from !== "string" || from === name) return text;
  const member = memberIn(text, from);
  // A second member with this name and value may be part of the model's output.
  if (member !== undefined && text.indexOf(member) === text.lastIndexOf(member)) {
    return text.replace(member, () => `"model":${JSON.stringify(name)}`);
  }
  return JSON.stringify(Object.assign(parseJsonText(text) as Body, { model: name }));
}

/** Returns the object within an event that names the model. */
function holderOf(event: Body): (Body & { model: string }) | undefined {
  for (const holder of [event.response, event.message, event]) {
    if (typeof (holder as Body | null | undefined)?.model === "string") return holder as Body & { model: string };
  }
  return undefined;
}

// Within a JSON string the quotes would be escaped, so a match is always an object member.
const MEMBER = /"model"\s*:\s*"(?:[^"\\]|\\.)*"/g;

/** Returns the member `model` with this value exactly as the upstream wrote it. */
function memberIn(text: string, value: string): string | undefined {
  for (const [member] of text.matchAll(MEMBER)) {
    if ((JSON.parse(`{${member}}`) as Body).model === value) return member;
  }
  return undefined;
}

function replaceAll(whole: Buffer, foreign: Buffer, own: Buffer): Buffer {
  let at = whole.indexOf(foreign);
  if (at < 0) return whole;
  let renamed = whole;
  while (at >= 0) {
    const longer = Buffer.allocUnsafe(renamed.byteLength + own.byteLength - foreign.byteLength);
    renamed.copy(longer, 0, 0, at);
    own.copy(longer, at);
    renamed.copy(longer, at + own.byteLength, at + foreign.byteLength);
    renamed = longer;
    at = renamed.indexOf(foreign, at + own.byteLength);
  }
  return renamed;
}
