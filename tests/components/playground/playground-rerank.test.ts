import { describe, expect, test } from "vitest";
import { rankingOf } from "#components/playground/rerank/ranking.ts";
import {
  moveDocument,
  newDocument,
  problemOf,
  type RerankForm,
  readForm,
  rerankBody,
  withLines,
} from "#components/playground/rerank/rerank-form.ts";

const documents = ["one", "two", "three"].map((text) => newDocument(text));
const form: RerankForm = { query: " what? ", documents, topN: 2 };
const texts = (list: RerankForm["documents"]) => list.map(({ text }) => text);

test("the body omits empty documents, and top_n if it is not set", () => {
  const body = rerankBody("m", { ...form, documents: [...documents, newDocument("  ")] });
  expect(body).toEqual({ model: "m", query: "what?", documents: ["one", "two", "three"], top_n: 2 });
  expect(rerankBody("m", { ...form, topN: null })).not.toHaveProperty("top_n");
});

test.each([
  [{ query: " " }, "Enter a query."],
  [{ documents: [newDocument(" ")] }, "Enter at least one document."],
  [{ documents: Array.from({ length: 101 }, () => newDocument("x")) }, "Enter at most 100 documents (now 101)."],
  [{ topN: 0 }, "Settings, top N: Enter a whole number of at least 1."],
  [{}, undefined],
])("a form with %j cannot be sent: %j", (change, problem) => {
  expect(problemOf({ ...form, ...change })).toBe(problem);
});

test("a stored form is restored, and a new one has two empty documents", () => {
  const read = readForm(JSON.parse(JSON.stringify(form)));
  expect({ ...read, documents: texts(read.documents) }).toEqual({ ...form, documents: ["one", "two", "three"] });
  expect(texts(readForm({}).documents)).toEqual(["", ""]);
});

describe("documents", () => {
  test("can be moved anywhere within the list", () => {
    const [one, , three] = documents.map(({ id }) => id);
    expect(texts(moveDocument(documents, one ?? "", 2))).toEqual(["two", "three", "one"]);
    expect(texts(moveDocument(documents, three ?? "", 0))).toEqual(["three", "one", "two"]);
    expect(moveDocument(documents, one ?? "", 3)).toBe(documents);
    expect(moveDocument(documents, one ?? "", -1)).toBe(documents);
  });

  test("pasted as a list replace the document they are pasted into", () => {
    expect(texts(withLines(documents, 1, "a\n\n b \n"))).toEqual(["one", "a", "b", "three"]);
  });
});

describe("a ranking", () => {
  const result = (index: number, relevance_score: number, text?: string) => ({
    index,
    relevance_score,
    document: { text },
  });

  test("shows each document's previous position, and its share of the best score", () => {
    expect(rankingOf([result(2, 0.8), result(0, 0.2)], ["one", "two", "three"])).toEqual([
      { rank: 1, from: 3, text: "three", score: 0.8, share: 1 },
      { rank: 2, from: 1, text: "one", score: 0.2, share: 0.25 },
    ]);
  });

  test("shows the response's text, which a guardrail may have changed", () => {
    expect(rankingOf([result(0, 1, "[EMAIL_1]")], ["a@b.c"])[0]?.text).toBe("[EMAIL_1]");
  });

  test("has shares between 0 and 1 for any scores", () => {
    expect(rankingOf([result(0, 1), result(1, -3)], []).map(({ share }) => share)).toEqual([1, 0]);
    expect(rankingOf([result(0, 0), result(1, 0)], []).map(({ share }) => share)).toEqual([0, 0]);
  });
});
