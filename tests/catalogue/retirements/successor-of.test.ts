import { expect, test } from "vitest";
import type { Model } from "#server/catalogue/model.ts";
import { successorOf } from "#server/catalogue/retirements/successor-of.ts";

const at = (listed: Record<string, string>, retired: Record<string, string | undefined> = {}) => {
  const model = (id: string) => ({ id }) as Model;
  return {
    find: (name: string) => (listed[name] === undefined ? undefined : model(listed[name])),
    retired: (name: string) =>
      name in retired
        ? {
            ...model(name),
            retirement: { retiresOn: "2026-01-01", ...(retired[name] && { successor: retired[name] }) },
          }
        : undefined,
  };
};
const instead = (successor: string, ...parts: Parameters<typeof at>) =>
  successorOf(at(...parts), "acme/one", { retiresOn: "2026-12-01", successor });

test("a successor is the id of a model in the catalogue", () => {
  expect(instead("acme/two", { "acme/two": "acme/two" })).toEqual({ successor: "acme/two" });
});

test("a provider's name is the model that has it as an alias, or the model of the same author", () => {
  expect(instead("two-latest", { "two-latest": "acme/two" })).toEqual({ successor: "acme/two" });
  expect(instead("two", { "acme/two": "acme/two" })).toEqual({ successor: "acme/two" });
});

test("a name that the catalogue does not have is the provider's", () => {
  expect(instead("two", { "other/two": "other/two" })).toEqual({ upstreamSuccessor: "two" });
});

test("a successor that has retired too is replaced by its own", () => {
  const next = { "acme/two": "acme/three", "acme/three": "acme/four" };
  expect(instead("two", { "acme/four": "acme/four" }, next)).toEqual({ successor: "acme/four" });
  expect(instead("acme/two", {}, { "acme/two": undefined })).toEqual({});
});

test("successors that name each other are no recommendation", () => {
  expect(instead("acme/two", {}, { "acme/two": "acme/two" })).toEqual({ upstreamSuccessor: "acme/two" });
});
