import { expect, test } from "vitest";
import { providers } from "#server/providers/registry.ts";

const all = [...providers.values()];

test.each(all.map((provider) => [provider.id, provider] as const))("%s is complete", (id, provider) => {
  expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(provider.name).not.toBe("");
  expect(typeof provider.textUsage).toBe(typeof provider.text);
  const { text, embed, speak, image } = provider;
  expect(text ?? embed ?? speak ?? image).toBeDefined();
  const protocol = {
    local: "local:",
    ollama: "http:",
    lmstudio: "http:",
    vllm: "http:",
    llamacpp: "http:",
    infinity: "http:",
  }[id];
  expect(new URL(provider.baseUrl).protocol).toBe(protocol ?? "https:");
  if (id !== "local") expect(provider.baseUrl).not.toMatch(/\/$/);
});

test("no two providers share an id, an address variable or, unless they say so, a key variable", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const sharing = all.filter(({ sharesKeyOf }) => sharesKeyOf !== undefined);
  for (const { keyVariable, sharesKeyOf } of sharing)
    expect(providers.get(String(sharesKeyOf))?.keyVariable).toBe(keyVariable);
  const owners = all.filter((provider) => !sharing.includes(provider));
  for (const names of [
    owners.map(({ keyVariable }) => keyVariable),
    all.map(({ baseUrlVariable }) => baseUrlVariable),
  ]) {
    const given = names.filter((name) => name !== undefined && name !== "");
    expect(new Set(given).size).toBe(given.length);
  }
});

test("a hosted provider names its key variable, and a self-hosted server needs none", () => {
  const keyless = all.filter(({ keyVariable }) => keyVariable === undefined).map(({ id }) => id);
  expect(keyless).toEqual(["ollama", "lmstudio", "vllm", "llamacpp", "infinity", "local"]);
});
