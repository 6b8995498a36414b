import { expect, test } from "vitest";
import { findRetiring } from "#server/jobs/alerts/kinds/model-retiring.ts";

const NOW = Date.parse("2026-08-01T12:00:00Z");
const DAY_MS = 86_400_000;
const model = "meta-llama/llama-3.3-70b-instruct";
const usedAt = (provider: string) => ({ atMs: NOW - DAY_MS, model, provider, requests: 3 });
const retiring = [{ id: model, provider: "groq", retiresOn: "2026-08-16", successor: "openai/gpt-oss-120b" }];

test("a model that one provider retires is reported to a workspace that used it there, and to no other", () => {
  const judge = (provider: string) => findRetiring({ used: [usedAt(provider)], retiring }, 60, NOW);
  expect(judge("together")).toEqual([]);
  expect(judge("groq")).toMatchObject([
    {
      subject: `${model}@groq`,
      message:
        `${model} retires at groq on Aug 16, 2026. It had 3 requests there in the last 30 days. ` +
        "groq recommends openai/gpt-oss-120b.",
    },
  ]);
});

test("a successor that is not in the catalogue is named as such", () => {
  const unlisted = [{ id: model, provider: "groq", retiresOn: "2026-08-16", upstreamSuccessor: "groq-next" }];
  expect(findRetiring({ used: [usedAt("groq")], retiring: unlisted }, 60, NOW)).toMatchObject([
    {
      message: expect.stringContaining("groq recommends groq-next, which is not in the catalogue."),
      numbers: { successor: null },
    },
  ]);
});
