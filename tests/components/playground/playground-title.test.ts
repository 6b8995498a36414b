import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnswerTitle } from "#components/playground/result/answer-title.tsx";

const MODEL = "openai/gpt-4o-mini";

test.each([
  [`${MODEL} by OpenAI`, "by OpenAI"],
  [`${MODEL} by GitHub Models after 2 failed`, "by GitHub Models"],
  ["", "by openai"],
])("a response's provider is named as in the sentence %j", (summary, words) => {
  const attempts = [{ provider: "openai", model: "gpt-4o-mini", status: 200 }];
  const answer = { model: MODEL, servedModel: MODEL, routing: { summary, attempts, candidates: 1, notes: [] } };
  expect(renderToStaticMarkup(createElement(AnswerTitle, { answer }))).toContain(`>${words}<`);
});
