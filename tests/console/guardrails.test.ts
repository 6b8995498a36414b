import { describe, expect, test } from "vitest";
import { changesOf, fieldsOf, type GuardrailFields } from "#components/guardrails/editor/guardrail-fields.ts";
import { mergeFields } from "#components/guardrails/editor/guardrail-merge.ts";
import { describeLimits, describeRules } from "#components/guardrails/guardrail-labels.ts";
import { changesBetween } from "#components/guardrails/guardrail-parts.ts";
import { guardrailFile, readGuardrail } from "#components/guardrails/list/guardrail-file.ts";
import { linesToTest } from "#components/guardrails/tester/trial-body.ts";
import { updateGuardrail } from "#lib/contract/guardrails.ts";

const some: GuardrailFields = fieldsOf({
  name: "Customer data",
  description: null,
  limit_usd: 50,
  reset_interval: "monthly",
  include_byok_in_budgets: false,
  allowed_models: null,
  ignored_models: ["a/b", "c/d"],
  allowed_providers: null,
  ignored_providers: null,
  allowed_tools: null,
  ignored_tools: null,
  allowed_data_regions: null,
  enforce_zdr_anthropic: null,
  enforce_zdr_openai: true,
  enforce_zdr_google: null,
  enforce_zdr_other: null,
  content_filter_builtins: [
    { slug: "email", action: "redact", label: "[EMAIL]" },
    { slug: "address", action: "redact", shadow: true },
  ],
  content_filters: [{ pattern: "TICKET-\\d+", label: "Ticket", action: "block" }],
  shadow: false,
  restore_placeholders: false,
});
const email = (action: "block" | "redact") => ({ slug: "email", action });
const filters = (...list: GuardrailFields["content_filter_builtins"] & object) => ({
  ...some,
  content_filter_builtins: list,
});

describe("an edited guardrail", () => {
  test("counts as unchanged if only its notation differs", () => {
    const same = { ...some, description: "  ", allowed_models: [], enforce_zdr_google: null };
    expect(changesOf(some, same)).toEqual({});
  });

  test("sends only what changed, as a valid body", () => {
    const body = changesOf(some, { ...some, name: "Other", content_filters: null });
    expect(body).toEqual({ name: "Other", content_filters: null });
    expect(updateGuardrail.body.parse(changesOf({ ...some, name: "" }, some))).toEqual({ name: "Customer data" });
  });

  test("describes its changes part by part, and lists as additions and removals", () => {
    const after = { ...filters(email("block")), limit_usd: null, ignored_models: ["c/d", "e/f"] };
    expect(changesBetween(some, after).map(({ name, before, after: now }) => [name, before, now])).toEqual([
      ["Spending limit", "$50.00 per month", "No limit"],
      ["Excluded models", "a/b", "e/f"],
      ["Email address", "Redact, in requests and responses", "Block, in requests and responses"],
      ["Postal address", "Redact, in requests and responses, shadow", undefined],
    ]);
  });
});

describe("two edits of a guardrail", () => {
  const theirs = { ...filters(email("redact"), { slug: "ssn", action: "block" }), limit_usd: 70 };

  test("are merged if they changed different things", () => {
    const mine = { ...some, name: "Renamed" };
    const { fields, conflicts } = mergeFields({ base: some, mine, theirs }, {});
    expect(conflicts).toEqual([]);
    expect(fields).toMatchObject({ name: "Renamed", limit_usd: 70 });
    expect(fields.content_filter_builtins?.map(({ slug }) => slug)).toEqual(["email", "ssn"]);
  });

  test("conflict if both changed the same thing, and the choice decides", () => {
    const mine = { ...some, limit_usd: 90 };
    const sides = { base: some, mine, theirs };
    expect(mergeFields(sides, {}).conflicts).toMatchObject([{ id: "limit_usd", mine: "$90.00 per month" }]);
    expect(mergeFields(sides, {}).fields.limit_usd).toBe(90);
    expect(mergeFields(sides, { limit_usd: "theirs" }).fields.limit_usd).toBe(70);
  });

  test("keep the patterns that each side added", () => {
    const added = (pattern: string) => ({
      ...some,
      content_filters: [...(some.content_filters ?? []), { pattern, action: "redact" as const }],
    });
    const { fields } = mergeFields({ base: some, mine: added("mine"), theirs: added("theirs") }, {});
    expect(fields.content_filters?.map(({ pattern }) => pattern)).toEqual(["TICKET-\\d+", "theirs", "mine"]);
  });
});

test("a guardrail is described in words", () => {
  expect(describeRules(some)).toEqual(["Blocks Ticket", "Redacts email address", "Reports postal address"]);
  expect(describeLimits(some)).toEqual(["$50.00 per month", "without 2 models", "zero data retention: OpenAI"]);
});

test("an export can be imported again", async () => {
  expect(fieldsOf(readGuardrail(await guardrailFile(some).text()) as GuardrailFields)).toEqual(some);
  expect(readGuardrail("[1]")).toBeUndefined();
  expect(readGuardrail("{ no")).toBeUndefined();
  expect(readGuardrail('{"data":{"name":"wrapped","id":"x"}}')).toMatchObject({ name: "wrapped", limit_usd: null });
});

test("texts for a backtest may be plain lines or JSON", () => {
  expect(linesToTest('plain\n\n"quoted"\r\n{"text":"in an object"}\n{"other":1}')).toBe(
    '"plain"\n"quoted"\n{"text":"in an object"}\n"{\\"other\\":1}"',
  );
});
