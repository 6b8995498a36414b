import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { GOOGLE_FORMAT } from "../google-format.ts";

/** One part of a message. `length`: of a text, in UTF-16 units. `isSigned`: it has the next signature of a text. */
export type Place = { kind: "text" | "thought" | "part" | "image" | "call"; length?: number; isSigned?: true };

/** The order of a message's parts, which a collected chat message does not have. */
export type Layout = {
  add(delta: Body): void;
  /** Returns the order; undefined if it is the order in which chat messages are read anyway. */
  whenNeeded(): Place[] | undefined;
};

const USUAL = ["thought", "text", "image", "call"];

export function createLayout(): Layout {
  const places: Place[] = [];
  return {
    add(delta) {
      addText(places, "thought", textOf(delta.reasoning), false);
      addText(places, "text", textOf(delta.content), hasTextSignature(delta));
      for (const _ of recordsOf(delta.images)) places.push({ kind: "image" });
      for (const _ of recordsOf(delta.google_parts)) places.push({ kind: "part" });
      for (const { id } of recordsOf(delta.tool_calls)) if (id !== undefined) places.push({ kind: "call" });
    },
    whenNeeded() {
      const order = places.map(({ kind }) => USUAL.indexOf(kind));
      const isUsual = order.every((at, index) => at >= 0 && at >= (order[index - 1] ?? 0));
      const texts = places.filter(({ kind }) => kind === "text");
      return isUsual && texts.length < 2 ? undefined : places;
    },
  };
}

/** Returns whether a delta has Google's signature of a text; those of requests have an id. */
function hasTextSignature({ reasoning_details: details, tool_calls: calls }: Body): boolean {
  if (calls !== undefined) return false;
  return recordsOf(details).some(
    ({ format, id, data }) => format === GOOGLE_FORMAT && id === undefined && data !== undefined,
  );
}

/** Adds a piece of a text to the same text, which a signature ends. */
function addText(places: Place[], kind: "text" | "thought", text: string | undefined, isSigned: boolean): void {
  if (!text && !isSigned) return;
  const last = places.at(-1);
  const place = last?.kind === kind && !last.isSigned ? last : { kind, length: 0 };
  if (place !== last) places.push(place);
  place.length = (place.length ?? 0) + (text ?? "").length;
  if (isSigned) place.isSigned = true;
}
