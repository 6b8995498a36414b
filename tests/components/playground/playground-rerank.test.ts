import { describe, expect, test } from "vitest";
import { rankingOf } from "#components/playground/rerank/ranking.ts";
import {
  moved,
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

test("the body leaves empty documents out, and top_n where nothing is set", () => {
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
])("a form with %j is held back by %j", (change, problem) => {
  expect(problemOf({ ...form, ...change })).toBe(problem);
});

test("a form is read back as it was kept; one of which nothing was kept has two documents to write", () => {
  const read = readForm(JSON.parse(JSON.stringify(form)));
  expect({ ...read, documents: texts(read.documents) }).toEqual({ ...form, documents: ["one", "two", "three"] });
  expect(texts(readForm({}).documents)).toEqual(["", ""]);
});

describe("documents", () => {
  test("one moves to any place of the list and to none beyond it", () => {
    const [one, , three] = documents.map(({ id }) => id);
    expect(texts(moved(documents, one ?? "", 2))).toEqual(["two", "three", "one"]);
    expect(texts(moved(documents, three ?? "", 0))).toEqual(["three", "one", "two"]);
    expect(moved(documents, one ?? "", 3)).toBe(documents);
    expect(moved(documents, one ?? "", -1)).toBe(documents);
  });

  test("a pasted list takes the place of the one it is pasted into", () => {
    expect(texts(withLines(documents, 1, "a\n\n b \n"))).toEqual(["one", "a", "b", "three"]);
  });
});

describe("a ranking", () => {
  const result = (index: number, relevance_score: number, text?: string) => ({
    index,
    relevance_score,
    document: { text },
  });

  test("tells where each document was, and its share of the best score", () => {
    expect(rankingOf([result(2, 0.8), result(0, 0.2)], ["one", "two", "three"])).toEqual([
      { rank: 1, from: 3, text: "three", score: 0.8, share: 1 },
      { rank: 2, from: 1, text: "one", score: 0.2, share: 0.25 },
    ]);
  });

  test("shows the answer's text, which a guardrail may have changed", () => {
    expect(rankingOf([result(0, 1, "[EMAIL_1]")], ["a@b.c"])[0]?.text).toBe("[EMAIL_1]");
  });

  test("has shares from 0 to 1 whatever the scores are", () => {
    expect(rankingOf([result(0, 1), result(1, -3)], []).map(({ share }) => share)).toEqual([1, 0]);
    expect(rankingOf([result(0, 0), result(1, 0)], []).map(({ share }) => share)).toEqual([0, 0]);
  });
});
