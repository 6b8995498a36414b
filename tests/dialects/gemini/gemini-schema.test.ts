import { expect, test } from "vitest";
import { jsonSchemaOf, orderingOf } from "#server/dialects/gemini/request/json-schema.ts";

test("a schema's fields are read in snake case too, as Google does", () => {
  const schema = {
    type: "OBJECT",
    property_ordering: ["b", "a_b"],
    properties: {
      a_b: { any_of: [{ type: "STRING", max_length: "5" }, { type: "INTEGER" }] },
      b: { type: "ARRAY", min_items: "1", items: { type: "OBJECT", property_ordering: ["x"] } },
    },
  };
  expect(jsonSchemaOf(schema)).toEqual({
    type: "object",
    properties: {
      a_b: { anyOf: [{ type: "string", maxLength: 5 }, { type: "integer" }] },
      b: { type: "array", minItems: 1, items: { type: "object" } },
    },
  });
  expect(orderingOf(schema)).toEqual({
    propertyOrdering: ["b", "a_b"],
    properties: { b: { items: { propertyOrdering: ["x"] } } },
  });
});

test("a property keeps its name, whatever it is", () => {
  const schema = { type: "OBJECT", properties: { any_of: { type: "STRING" } } };
  expect(jsonSchemaOf(schema)).toEqual({ type: "object", properties: { any_of: { type: "string" } } });
});
