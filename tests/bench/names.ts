import { trainNames } from "#server/guardrails/build/names/train.ts";
import { builtins } from "#server/guardrails/builtins.ts";
import { normalizeFilter } from "#server/guardrails/normalize/normalize-filter.ts";
import { createPersonName } from "#server/guardrails/person-name/person-name.ts";
import { measurePersonal } from "./guardrails/personal.ts";
import { personalRows } from "./guardrails/unseen/personal.ts";

/** Scores each set with a name model trained on the other sets: the score to expect for a new set. */
for (const set of ["tuned", "held", "fresh", "second", "third", "fourth", "fifth", "sixth"] as const) {
  const model = trainNames(set);
  const filters = new Map(builtins).set("person-name", normalizeFilter(createPersonName(() => model)));
  const { slugs, microF1, hardNegatives, hardNegativesHit } = measurePersonal(filters, personalRows(set));
  console.log(`${set} left out: micro F1 ${microF1}, hard negatives hit ${hardNegativesHit} of ${hardNegatives}`);
  console.table({ names: slugs["person-name"], addresses: slugs.address });
}
