import { describe, expect, test } from "vitest";
import { jsonPieces, pushJson } from "#server/json/json-pieces.ts";
import { asciiParser, parseLargeJson } from "#server/json/large-json.ts";
import { pacedBlob } from "#server/providers/exchange/paced-blob.ts";
import { fromBase64, toBase64 } from "#server/providers/image/base64.ts";
import { pictureOf } from "#server/providers/image/image-output.ts";

const written = (value: unknown) =>
  Buffer.concat(jsonPieces(value).map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));

/** Parses JSON that arrives in pieces of this many bytes, and turns long texts back into strings. */
function inPieces(json: string, pieceBytes: number): unknown {
  const parser = asciiParser();
  const bytes = Buffer.from(json);
  for (let at = 0; at < bytes.length; at += pieceBytes) parser.push(bytes.subarray(at, at + pieceBytes));
  return JSON.parse(written(parser.value()).toString());
}

const long = "QUJD".repeat(40_000);
const values: [string, unknown][] = [
  ["no long text", { a: [1, "two", null], b: { c: true } }],
  ["a long text", { model: "m", data: [{ b64_json: long }] }],
  ["several", [long, { a: long }, long]],
  ["only a long text", long],
  ["a long text with escapes", { a: `${long}\n"quoted"\\`, b: long }],
  ["a long text that ends in a backslash", { a: `${long}\\`, b: 1 }],
  ["a long text with a quote at its end", { a: `${long}"`, b: long }],
  ["a long text in another script", { a: `${long}é😀`, b: long }],
  ["a long key", { [long]: 1, b: long }],
  ["a long key with a long text", { [long]: long }],
  ["short texts full of quotes and backslashes", ['"', "\\", '\\"', '"\\\\"', long]],
  ["texts that look like our marks", ["\0lifted:0", "\0lifted:9", long, "\0ascii:0", 'a"\0ascii:0']],
  ["many short texts before a long one", [...Array.from({ length: 30_000 }, (_, at) => `t${at}`), long]],
];

describe("JSON with long strings is parsed", () => {
  test.each(values.filter(([name]) => !name.includes("our marks")))("like JSON.parse: %s", async (_, value) => {
    expect(await parseLargeJson(Buffer.from(JSON.stringify(value)))).toEqual(value);
  });

  test("a string that looks like an internal marker is unchanged", async () => {
    const body = ["\0lifted:0", "\0lifted:9", long];
    expect(await parseLargeJson(Buffer.from(JSON.stringify(body)))).toEqual([long, "\0lifted:9", long]);
  });

  test.each(['{"a":"', `{"a":"${long}`, `{"a":"${long}"`, `["${long}\n"]`, "", `{"a":${long}}`])(
    "and rejected if it is invalid (%#)",
    async (text) => {
      await expect(parseLargeJson(Buffer.from(text))).rejects.toThrow(SyntaxError);
      expect(() => inPieces(text, 1000)).toThrow(SyntaxError);
    },
  );

  const cuts = values.flatMap(([name, value]) => [1, 7, 1000, 65_536].map((size) => [name, size, value] as const));
  test.each(cuts.filter(([name]) => !name.includes("our marks")))("in chunks: %s, of %i bytes", (_, size, value) => {
    expect(inPieces(JSON.stringify(value, null, " "), size)).toEqual(value);
  });

  test("with long strings as bytes", () => {
    const parser = asciiParser();
    parser.push(Buffer.from(JSON.stringify({ a: long, b: "short" })));
    const { a, b } = parser.value() as { a: { ascii: Uint8Array[] }; b: string };
    expect([b, Buffer.concat(a.ascii).toString()]).toEqual(["short", long]);
  });
});

describe("JSON with strings as bytes is written", () => {
  const ascii = { ascii: [Buffer.from(long.slice(0, 1000)), Buffer.from(long.slice(1000))] };

  test.each(values)("like JSON.stringify: %s", (_, value) => {
    const bytes = { first: ascii, value, last: [ascii, "end"] };
    const plain = { first: long, value, last: [long, "end"] };
    expect(written(bytes).equals(Buffer.from(JSON.stringify(plain)))).toBe(true);
  });

  test("without copying them", () => {
    expect(jsonPieces({ a: ascii }).some((piece) => piece === ascii.ascii[1])).toBe(true);
  });

  test("no faster than it is read", async () => {
    const taken: Buffer[] = [];
    let waits = 0;
    let isFull = false;
    const sink = {
      write(chunk: Uint8Array | string) {
        expect(isFull).toBe(false);
        taken.push(Buffer.from(chunk as Uint8Array));
        isFull = taken.length % 2 === 0;
        return !isFull;
      },
      async drained() {
        waits += 1;
        isFull = false;
      },
    };
    const large = { ascii: [Buffer.alloc(2_000_000, "A")] };
    await pushJson({ data: [{ b64_json: large }, { b64_json: large }] })(sink);
    expect(JSON.parse(Buffer.concat(taken).toString()).data[1].b64_json).toHaveLength(2_000_000);
    expect(waits).toBeGreaterThan(5);
  });
});

describe("sliced base64", () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 7_000_001 }, (_, at) => (at * 31) % 251));

  test.each([0, 1, 2, 3, 3 * 1024 * 1024, 3 * 1024 * 1024 + 1, 7_000_001])(
    "encodes and decodes %i bytes",
    async (size) => {
      const some = bytes.subarray(0, size);
      const { ascii } = await toBase64(some);
      const text = Buffer.concat(ascii).toString("latin1");
      expect(text).toBe(some.toString("base64"));
      expect(Buffer.from(await fromBase64(text)).equals(some)).toBe(true);
    },
  );
});

test("a sliced blob equals its parts", async () => {
  const pieces = ["é😀".repeat(700_000), Buffer.alloc(5_000_001, 7), "", "end"];
  const blob = await pacedBlob(pieces, "application/json");
  const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece as Uint8Array)));
  expect(blob.type).toBe("application/json");
  expect(Buffer.from(await blob.arrayBuffer()).equals(whole)).toBe(true);
});

test.each([
  ["iVBORw0KGgoAAAAN", "image/png"],
  ["/9j/4AAQSkZJRg==", "image/jpeg"],
  [Buffer.from("RIFF0000WEBPVP8 ").toString("base64"), "image/webp"],
  [Buffer.from("GIF89a").toString("base64"), "image/gif"],
  [Buffer.from('<?xml version="1.0"?><svg/>').toString("base64"), "image/svg+xml"],
  [Buffer.from("<html>").toString("base64"), undefined],
])("an image's type is detected: %s", (base64, mediaType) => {
  expect(pictureOf(base64)?.mediaType).toBe(mediaType);
  expect(pictureOf({ ascii: [Buffer.from(base64.slice(0, 3)), Buffer.from(base64.slice(3))] })?.mediaType).toBe(
    mediaType,
  );
});
