import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { textOf } from "../read-field.ts";

/**
 * Returns a reader that tells which call of one message a piece in a stream belongs to, in order from 0. Gemini's chat
 * completions and others leave the index out, or begin every call with 0
 * (https://github.com/openai/openai-python/issues/2806, https://github.com/mozilla-ai/any-llm/issues/1148): then a new
 * id with a name, or a name without an id, begins a call.
 */
export function callPlaces(): (piece: Body) => number {
  const calls: { index: unknown; id: string }[] = [];
  return (piece) => {
    const { index } = piece;
    const id = textOf(piece.id) ?? "";
    const hasIndex = typeof index === "number";
    const known = calls.findLastIndex((call) => (hasIndex ? call.index === index : id === "" || call.id === id));
    const isOther = id === "" ? !hasIndex : !(hasIndex && calls[known]?.id === "") && calls[known]?.id !== id;
    if (known >= 0 && !(isOther && beginsCall(piece))) {
      const call = calls[known];
      if (call) call.id ||= id;
      return known;
    }
    return calls.push({ index, id }) - 1;
  };
}

function beginsCall({ function: called, custom }: Body): boolean {
  const { name, arguments: text } = [called, custom].find(isRecord) ?? {};
  return typeof name === "string" && name !== "" && /^\s*(?:\{|$)/.test(textOf(text) ?? "");
}
