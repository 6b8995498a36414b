import { describe, expect, test } from "vitest";
import {
  changedCount,
  type EmbeddingsForm,
  embeddingsBody,
  problemOf,
  readForm,
} from "#components/playground/embeddings/embeddings-form.ts";
import { cosineOf, normOf, numbersOf } from "#components/playground/embeddings/vectors.ts";

const form: EmbeddingsForm = {
  text: " one \n\n two",
  dimensions: 64,
  encoding: "base64",
  inputType: "clustering",
};

describe("the body", () => {
  test("has one text for each non-empty line", () => {
    expect(embeddingsBody("m", form, undefined).input).toEqual(["one", "two"]);
  });

  test("has only supported fields, or all of them for an unknown model", () => {
    expect(Object.keys(embeddingsBody("m", form, ["dimensions"]))).toEqual([
      "model",
      "input",
      "dimensions",
      "encoding_format",
    ]);
    expect(embeddingsBody("m", form, undefined)).toMatchObject({ dimensions: 64, input_type: "clustering" });
  });
});

describe("a form cannot be sent with", () => {
  test.each([
    ["", null, "Enter at least one line of text."],
    ["x\n".repeat(21), null, "Enter at most 20 lines (now 21)."],
    ["x", 0, "Settings, dimensions: Enter a whole number of at least 1."],
    ["x", 1.5, "Settings, dimensions: Enter a whole number of at least 1."],
    ["x\n".repeat(20), 8, undefined],
  ])("%j with %s dimensions", (text, dimensions, problem) => {
    expect(problemOf({ ...form, text, dimensions }, true)).toBe(problem);
  });

  test("invalid dimensions are allowed if the model does not use them", () => {
    expect(problemOf({ ...form, dimensions: 0 }, false)).toBeUndefined();
  });
});

test("a valid stored form is restored, and anything else becomes the default", () => {
  expect(readForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
  const plain = readForm({ dimensions: "8", encoding: "hex", inputType: "anything" });
  expect(plain).toEqual({ text: "", dimensions: null, encoding: "float", inputType: "" });
  expect([changedCount(form), changedCount(plain)]).toEqual([3, 0]);
});

test("a base64 vector decodes to the same numbers", () => {
  const numbers = [0.5, -2, 0, 1024.25];
  const base64 = Buffer.from(Float32Array.from(numbers).buffer).toString("base64");
  expect(numbersOf(base64)).toEqual(numbers);
  expect(numbersOf(numbers)).toBe(numbers);
});

test("norm and cosine are computed exactly", () => {
  expect(normOf([3, 4])).toBe(5);
  expect(cosineOf([1, 0], [2, 0])).toBe(1);
  expect(cosineOf([1, 0], [0, 7])).toBe(0);
  expect(cosineOf([1, 1], [-1, -1])).toBeCloseTo(-1);
  expect(cosineOf([1, 0], [0, 0])).toBeNull();
});
