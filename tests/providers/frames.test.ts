import { describe, expect, test } from "vitest";
import { createFrames, eachData } from "#server/providers/wire/frames.ts";

/** The data of each event of a stream that arrives in pieces of this many bytes. */
function dataIn(stream: string | Buffer, pieceBytes: number): { data: string[]; bytes: string } {
  const frames = createFrames();
  const bytes = Buffer.from(stream as string);
  const data: string[] = [];
  let given = "";
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const whole = frames.push(bytes.subarray(at, at + pieceBytes));
    given += whole?.toString() ?? "";
    if (whole) eachData(whole, (one) => data.push(one));
  }
  return { data, bytes: given };
}

const EVENTS = [": hello", 'event: a\ndata: {"text":"ä€😀 \\r \\n"}', "data: one\ndata: two\nid: 7", "data: [DONE]"];
const DATA = ['{"text":"ä€😀 \\r \\n"}', "one\ntwo", "[DONE]"];
const STREAM = EVENTS.map((event) => `${event}\n\n`).join("");

/** The same stream with these line ends in turn. */
function endedBy(...ends: string[]): string {
  let at = 0;
  return STREAM.replaceAll("\n", () => ends[at++ % ends.length] as string);
}

const LINE_ENDS: [string, string[]][] = [
  ["LF", ["\n"]],
  ["CR LF", ["\r\n"]],
  ["CR", ["\r"]],
  ["CR LF and LF", ["\r\n", "\n"]],
  ["LF and CR LF", ["\n", "\r\n"]],
  ["CR and CR LF", ["\r", "\r\n"]],
  ["CR LF and CR", ["\r\n", "\r"]],
  ["LF and CR", ["\n", "\n", "\r", "\r", "\r", "\n", "\n", "\n", "\n", "\r", "\r"]],
  ["all three", ["\r", "\r\n", "\n", "\r\n", "\n", "\n", "\r\n"]],
];

describe.each(LINE_ENDS)("lines that end in %s", (_, ends) => {
  const stream = endedBy(...ends);

  test.each([1, 2, 3, 5, 17, 10_000])("are read in chunks of %i bytes", (pieceBytes) => {
    expect(dataIn(stream, pieceBytes).data).toEqual(DATA);
    expect(dataIn(`\ufeff${stream}`, pieceBytes).data).toEqual(DATA);
  });

  test("are returned when their event is complete", () => {
    const frames = createFrames();
    const [first = ""] = /^[\s\S]*?😀[\s\S]*?(?:\r\n|\r|\n){2}/.exec(stream) ?? [];
    const data: string[] = [];
    const whole = frames.push(Buffer.from(first));
    if (whole) eachData(whole, (one) => data.push(one));
    expect(data).toEqual(DATA.slice(0, 1));
  });
});

test.each([["LF"], ["CR LF"]])("a stream whose lines all end in %s is unchanged", (name) => {
  const stream = endedBy(name === "LF" ? "\n" : "\r\n");
  for (const pieceBytes of [1, 2, 3, 10_000]) expect(dataIn(stream, pieceBytes).bytes).toBe(stream);
});

test("an event that ends in CR after events that end in LF is read with the next one", () => {
  const { data } = dataIn(`data: 1\n\n${"data: 2\r\r".repeat(3)}`, 9);
  expect(data).toEqual(["1", "2", "2", "2"]);
});

test("an event that never ends is aborted", () => {
  const frames = createFrames();
  const piece = Buffer.alloc(8 * 1024 * 1024, "x");
  expect(() => {
    for (let count = 0; count < 9; count++) frames.push(piece);
  }).toThrow("too large");
});
