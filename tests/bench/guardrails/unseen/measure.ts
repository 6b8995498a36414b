import type { Filter } from "#server/guardrails/rule.ts";
import { measureInjection } from "../injection.ts";
import { measurePersonal } from "../personal.ts";
import { attackRows } from "./attacks.ts";
import type { Split } from "./lines.ts";
import { personalRows } from "./personal.ts";

/** Scores one set of texts. README.md in this folder states which sets the filters were tuned on. */
export function measureSplit(filters: ReadonlyMap<string, Filter>, split: Split) {
  return {
    personal: measurePersonal(filters, personalRows(split)),
    injection: measureInjection(filters, attackRows(split)),
  };
}
