import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { decodeBase64, isLongString, readLongJson } from "#server/http/bodies/long-strings.ts";

const MAX = 10_000_000;

/** The body in pieces of this size, as a network may split it. */
function inPieces(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return Readable.from(pieces);
}

/** The parsed value, with long texts turned back into strings. */
function whole(value: unknown): unknown {
  if (isLongString(value)) return JSON.parse(`"${Buffer.concat([...value.chunks]).toString()}"`);
  if (Array.isArray(value)) return value.map(whole);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, whole(inner)]));
}

const values: [string, unknown][] = [
  ["short strings", { a: "b", c: ["d", { e: "" }] }],
  ["escapes", { 'k"ey\\': 'say \\"hi\\" \\\\', n: "\n\u0000ü😀", end: "\\" }],
  ["no strings", [1, 2.5, true, null, []]],
  ["a long string", { a: "x".repeat(70_000), b: "y" }],
  ["long strings with escapes", { a: '\\"'.repeat(50_000), b: ["\\".repeat(70_000), "ü".repeat(70_000)] }],
  ["a long key's neighbor", { "long string 0 of this body": "z".repeat(66_000) }],
];

describe("a body is parsed the same however it is split", () => {
  for (const size of [1, 2, 7, 65_536, MAX]) {
    const some = values.filter(([, value]) => size > 2 || JSON.stringify(value).length < 1000);
    test.each(some)(`chunks of ${size}: %s`, async (_, value) => {
      const read = await readLongJson(inPieces(JSON.stringify(value), size), MAX);
      expect(whole(read)).toEqual(value);
    });
  }
});

test("only long strings remain bytes", async () => {
  const read = (await readLongJson(inPieces(JSON.stringify({ a: "x".repeat(70_000), b: "y" }), 1000), MAX)) as {
    a: unknown;
    b: unknown;
  };
  expect([isLongString(read.a), read.b]).toEqual([true, "y"]);
});

test.each([
  ["", 400],
  ["{", 400],
  ['{"a": "', 400],
  ['{"a": "b" "c"}', 400],
  [`{"a": "${"x".repeat(70_000)}`, 400],
  [`{"a": "${"x".repeat(70_000)}" ]`, 400],
  [`{"a": "${"x".repeat(2_000)}"}`, 413],
])("%.20s is %i", async (text, status) => {
  const read = readLongJson(inPieces(text, 100), status === 413 ? 1000 : MAX);
  await expect(read).rejects.toMatchObject({ status });
});

test("too many short strings are rejected", async () => {
  const text = JSON.stringify(Array.from({ length: 100 }, () => "x".repeat(60_000)));
  await expect(readLongJson(inPieces(text, 65_536), MAX)).rejects.toMatchObject({ status: 413 });
});

test("a body that is cut off is a 400", async () => {
  const source = new Readable({ read: () => undefined });
  source.push('{"a": "b');
  setImmediate(() => source.destroy(new Error("reset")));
  await expect(readLongJson(source, MAX)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("cut off"),
  });
});

describe("base64", () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 37) % 256));
  const decoded = async (text: string, size: number) => {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      Buffer.from(text.slice(at * size, (at + 1) * size)),
    );
    return Buffer.concat(await Array.fromAsync(decodeBase64({ chunks }, "data")));
  };
  const written: [string, (text: string) => string][] = [
    ["unchanged", (text) => text],
    ["without padding", (text) => text.replaceAll("=", "")],
    ["with escaped slashes", (text) => text.replaceAll("/", "\\/")],
    ["with escaped line breaks", (text) => text.replace(/.{76}/g, "$&\\r\\n")],
  ];
  for (const size of [1, 3, 64, 5000]) {
    test.each(written)(`%s, in chunks of ${size}`, async (_, write) => {
      for (const length of [1, 2, 3, 1000]) {
        const some = bytes.subarray(0, length);
        expect((await decoded(write(some.toString("base64")), size)).equals(some)).toBe(true);
      }
    });
    test.each(["AAA*", "AA=A", "AAAA=", "A", "data:audio/wav;base64,AAAA", "AAAA\\", "AAAA\\t"])(
      `%s is invalid, in chunks of ${size}`,
      async (text) => {
        await expect(decoded(text, size)).rejects.toMatchObject({ status: 400 });
      },
    );
  }
});
