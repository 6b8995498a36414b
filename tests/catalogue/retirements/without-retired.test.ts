import { expect, test } from "vitest";
import { readRetirements } from "#server/catalogue/build/retirements.ts";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import { readSnapshot } from "#server/catalogue/load.ts";
import { withoutRetired } from "#server/catalogue/retirements/without-retired.ts";

const snapshot = readSnapshot();
const nowhere = () => false;
const at = (today: string, isElsewhere: (provider: string) => boolean = nowhere) =>
  createCatalogue(withoutRetired(snapshot, isElsewhere, today));

test("a model is served until the day on which its provider retires it", () => {
  expect(at("2026-09-23").find("openai/sora-2")).toBeDefined();
  const ended = at("2026-09-24");
  expect([ended.find("openai/sora-2"), ended.endpoint("openai/sora-2@openai")]).toEqual([undefined, undefined]);
  expect(ended.retired("openai/sora-2")?.retirement).toEqual({ retiresOn: "2026-09-24" });
});

test("a provider at another address still serves it", () => {
  const elsewhere = at("2026-09-24", (provider) => provider === "openai");
  expect(elsewhere.find("sora-2")?.retirement?.retiresOn).toBe("2026-09-24");
  expect(elsewhere.endpointsOf("openai/sora-2")).toHaveLength(1);
});

test("other providers still serve a model that its maker retired", () => {
  const ended = at("2026-06-15");
  const providers = ended.endpointsOf("anthropic/claude-sonnet-4").map(({ provider }) => provider);
  expect(providers).not.toContain("anthropic");
  expect(providers).toContain("openrouter");
  expect(ended.retired("anthropic/claude-sonnet-4")).toBeUndefined();
});

test("every announcement is about a model endpoint of the catalogue, which has its date", () => {
  const dates = new Map(snapshot.endpoints.map((one) => [`${one.model}@${one.provider}`, one.retirement?.retiresOn]));
  for (const { provider, model, date } of readRetirements())
    expect([provider, model, dates.get(`${model}@${provider}`)]).toEqual([provider, model, date]);
});

// https://developers.openai.com/api/docs/deprecations and https://platform.claude.com/docs/en/about-claude/model-deprecations
test.each([
  ["2026-07-22", "openai", "o3-deep-research gpt-5.1-codex-max gpt-5.2-codex gpt-5-chat-latest"],
  ["2026-08-09", "openai", "gpt-5.2-chat-latest gpt-5.3-chat-latest"],
  ["2026-10-22", "openai", "gpt-3.5-turbo gpt-4 gpt-4-turbo gpt-4.1-nano o1 o1-pro o3-mini o4-mini gpt-image-1"],
  ["2026-12-10", "openai", "gpt-5 gpt-5-mini gpt-5-nano gpt-5-pro o3 o3-pro"],
  ["2027-01-13", "openai", "gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini"],
  ["2027-02-25", "openai", "whisper-1 gpt-4o-transcribe gpt-4o-mini-transcribe"],
  ["2026-08-04", "anthropic", "claude-opus-4-1"],
  ["2026-11-29", "azure", "claude-sonnet-4-5"],
  ["2026-07-16", "groq", "qwen/qwen3-32b meta-llama/llama-4-scout-17b-16e-instruct"],
  ["2026-08-15", "groq", "llama-3.1-8b-instant llama-3.3-70b-versatile"],
  ["2026-05-14", "xai", "grok-4-0709 grok-4-fast-non-reasoning grok-code-fast-1"],
  ["2026-04-03", "cohere", "c4ai-aya-expanse-8b c4ai-aya-vision-8b"],
  ["2026-06-28", "azure", "gpt-5-chat gpt-5.1-chat gpt-5.2-chat gpt-5.3-chat"],
  ["2026-09-30", "azure", "gpt-4o gpt-4o-mini o3-mini"],
  ["2026-10-13", "azure", "gpt-4.1 gpt-4.1-mini gpt-4.1-nano"],
  ["2027-01-07", "amazon-bedrock", "us.anthropic.claude-opus-4-1-20250805-v1:0"],
  ["2026-09-14", "together", "google/gemma-4-31B-it openai/gpt-oss-20b"],
  ["2026-09-25", "fireworks", "accounts/fireworks/models/kimi-k2p6 accounts/fireworks/models/glm-5p2"],
  ["2026-08-16", "cerebras", "zai-glm-4.7"],
  ["2026-09-06", "deepinfra", "moonshotai/Kimi-K2.5"],
  ["2026-08-30", "mistral", "mistral-medium-2505 mistral-medium-2508"],
  ["2027-11-30", "voyage", "voyage-3-large voyage-3.5 voyage-3.5-lite voyage-finance-2"],
  ["2026-09-26", "perplexity", "sonar sonar-pro sonar-reasoning-pro sonar-deep-research"],
])("%s is the last day of %s's %s", (day, provider, names) => {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const servedOn = (today: string) =>
    at(today)
      .endpointsOfProvider(provider)
      .map((one) => one.upstreamModel);
  expect(servedOn(day)).toEqual(expect.arrayContaining(names.split(" ")));
  expect(servedOn(next).filter((name) => names.split(" ").includes(name))).toEqual([]);
});

test("GitHub Models serves nothing since it was shut down", () => {
  expect(at("2026-07-29").endpointsOfProvider("github-models")).not.toEqual([]);
  expect(at("2026-07-30").endpointsOfProvider("github-models")).toEqual([]);
});

test("every date is a day, and every successor that names an author is in the catalogue", () => {
  const all = createCatalogue(snapshot);
  for (const { retirement } of snapshot.endpoints) {
    if (!retirement) continue;
    expect(new Date(retirement.retiresOn).toISOString().slice(0, 10)).toBe(retirement.retiresOn);
    if (retirement.successor?.includes("/")) expect(all.find(retirement.successor)).toBeDefined();
  }
});

test.each([
  ["x-ai/grok-latest", /^x-ai\/grok-[\d.]+$/],
  ["anthropic/claude-sonnet-latest", /^anthropic\/claude-sonnet-\d/],
  ["anthropic/claude-opus-latest", /^anthropic\/claude-opus-\d/],
  ["openai/gpt-latest", /^openai\/gpt-[\d.]+$/],
  ["openai/gpt-mini-latest", /^openai\/gpt-[\d.]+-mini$/],
])("%s is the newest of its models", (name, pattern) => {
  const catalogue = createCatalogue(snapshot);
  const model = catalogue.find(name);
  expect(model?.id).toMatch(pattern);
  const released = snapshot.models.filter(({ id, isUndated }) => pattern.test(id) && !isUndated);
  expect(model?.created).toBeGreaterThanOrEqual(Math.max(...released.map(({ created }) => created)));
});

test("the newest model is the newest that is still served", () => {
  const models = snapshot.models.filter(({ id }) => /^anthropic\/claude-haiku-[\d.]+$/.test(id));
  const newest = createCatalogue(snapshot).find("anthropic/claude-haiku-latest");
  const retirement = { retiresOn: "2027-01-01" };
  const endpoints = snapshot.endpoints.map((one) => (one.model === newest?.id ? { ...one, retirement } : one));
  const later = createCatalogue(withoutRetired({ ...snapshot, endpoints }, nowhere, "2027-01-01"));
  expect(later.find("anthropic/claude-haiku-latest")?.id).not.toBe(newest?.id);
  expect(models.length).toBeGreaterThan(0);
});

test("a model of that name comes first", () => {
  expect(createCatalogue(snapshot).find("google/gemini-flash-latest")?.id).toBe("google/gemini-flash-latest");
});

test("a name that a model has is not taken for the newest of others", () => {
  const names = snapshot.models.flatMap(({ id, aliases = [] }) => aliases.map((alias) => ({ id, alias })));
  const catalogue = createCatalogue(snapshot);
  for (const { id, alias } of names.filter(({ alias }) => alias.endsWith("-latest")))
    expect(catalogue.find(alias)?.id).toBe(id);
});
