import type { Body } from "#server/dialects/dialect.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";

/**
 * Writes the name by which the caller asked for a model where a native upstream has written its own: clients compare
 * the two, and drop reasoning of a model that they did not ask for. Only events that name a model are touched.
 */
export type ModelNaming = {
  /** Changes a parsed event in place. Returns whether it named another model. `data`: the event as it came. */
  event(event: Body, data: string): boolean;
  /** Returns an event's text with the caller's name, where each event of the stream names the model. */
  text(data: string): string;
  /** The same for events as they came. */
  bytes(whole: Buffer): Buffer;
};

/** `isEverywhere`: every event of the dialect's streams names the model, not the first ones alone. */
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

/** Returns the JSON text of a whole reply, as it came but for the model's name. */
export function withModelName(text: string, from: unknown, name: string): string {
  if (typeof from !== "string" || from === name) return text;
  const member = memberIn(text, from);
  // A second member of this name and value may be a part of what the model said.
  if (member !== undefined && text.indexOf(member) === text.lastIndexOf(member)) {
    return text.replace(member, () => `"model":${JSON.stringify(name)}`);
  }
  return JSON.stringify(Object.assign(parseJsonText(text) as Body, { model: name }));
}

/** What of an event names the model. */
function holderOf(event: Body): (Body & { model: string }) | undefined {
  for (const holder of [event.response, event.message, event]) {
    if (typeof (holder as Body | null | undefined)?.model === "string") return holder as Body & { model: string };
  }
  return undefined;
}

// Inside a string of JSON its quotes would be escaped, so this is a member of some object.
const MEMBER = /"model"\s*:\s*"(?:[^"\\]|\\.)*"/g;

/** The member `model` of this value as the upstream spells it. */
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
