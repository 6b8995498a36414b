import { expect, test } from "vitest";
import { splitReasoning } from "#server/providers/bedrock/tagged-reasoning.ts";

test.each([
  ["<reasoning>plan it\n</reasoning>\n\nHello", "plan it\n", "Hello"],
  ["<reasoning></reasoning>Hello", "", "Hello"],
  ["<reasoning>never closed", "never closed", ""],
  ["<reasoning>almost</reaso", "almost</reaso", ""],
  ["<reas", "", "<reas"],
  ["<b>bold</b>", "", "<b>bold</b>"],
  ["Hello <reasoning>later</reasoning>", "", "Hello <reasoning>later</reasoning>"],
])("%j is split the same however it is cut", (text, reasoning, content) => {
  for (const size of [1, 3, 7, text.length]) {
    const splitter = splitReasoning();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      splitter.push(text.slice(at * size, (at + 1) * size)),
    );
    const all = [...pieces, splitter.end()];
    expect(all.map((piece) => piece.reasoning).join("")).toBe(reasoning);
    expect(all.map((piece) => piece.content).join("")).toBe(content);
  }
});
