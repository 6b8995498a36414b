import { expect, test } from "vitest";
import { GUARDRAIL_TEMPLATES, templateFields } from "#components/guardrails/list/guardrail-templates.ts";
import { createGuardrail } from "#lib/contract/guardrails.ts";
import { customFilter } from "#server/guardrails/patterns/custom.ts";

test.each(GUARDRAIL_TEMPLATES.map(({ value }) => value))("the template %s is a valid guardrail", (value) => {
  const { content_filters: patterns } = createGuardrail.body.parse({ name: "New", ...templateFields(value) });
  for (const { pattern, must_match: hits = [], must_not_match: misses = [] } of patterns ?? []) {
    const { find } = customFilter("custom", pattern);
    for (const text of hits) expect([text, find(text).length > 0]).toEqual([text, true]);
    for (const text of misses) expect([text, find(text).length > 0]).toEqual([text, false]);
  }
});
