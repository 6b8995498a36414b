import { expect, test } from "vitest";
import { connectedModel } from "#components/playground/models/connected-model.ts";
import type { CatalogueModel } from "#components/playground/models/model-search.ts";

const architecture = { input_modalities: ["text"], output_modalities: ["text"] };

function model(id: string, completion: string, more: object = {}): CatalogueModel {
  return { id, available: true, architecture, pricing: { prompt: "0.000001", completion }, ...more } as CatalogueModel;
}

test("a new playground starts with the cheapest connected text model", () => {
  const models = [
    model("local/echo", "0"),
    model("acme/large", "0.00001"),
    model("acme/small", "0.000002"),
    model("acme/absent", "0.000001", { available: false }),
    model("acme/voice", "0.000001", { architecture: { ...architecture, output_modalities: ["audio"] } }),
    model("acme/unpriced", "0", { pricing: { prompt: "0", completion: "0" } }),
  ];
  expect(connectedModel(models)).toBe("acme/small");
});

test("it never starts with a model that is retired or that only classifies text", () => {
  const models = [
    model("acme/old", "0.000001", { expiration_date: "2026-08-16" }),
    model("acme/guard-8b", "0.000001"),
    model("acme/current", "0.00001"),
  ];
  expect(connectedModel(models)).toBe("acme/current");
});

test("without a connected provider it keeps the built-in model", () => {
  expect(connectedModel([model("local/echo", "0")])).toBeUndefined();
});
