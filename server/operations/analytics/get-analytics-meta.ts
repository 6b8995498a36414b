import { getAnalyticsMeta as endpoint } from "#lib/contract/analytics.ts";
import { DIMENSIONS, GRANULARITIES, isCount, METRIC_NAMES, METRICS } from "#lib/contract/analytics-fields.ts";
import { operation } from "#server/http/operation.ts";

const scalar = (name: string) => ({ name, value_type: "scalar" as const });
const array = (name: string) => ({ name, value_type: "array" as const });

const META = {
  metrics: METRIC_NAMES.map((name) => ({
    name,
    display_label: METRICS[name].label,
    display_format: METRICS[name].format,
    is_rate: !isCount(name),
  })),
  dimensions: Object.entries(DIMENSIONS).map(([name, { label }]) => ({ name, display_label: label })),
  granularities: Object.entries(GRANULARITIES).map(([name, label]) => ({ name, display_label: label })),
  operators: [...["eq", "neq"].map(scalar), ...["in", "not_in"].map(array), ...["gt", "gte", "lt", "lte"].map(scalar)],
};

export const getAnalyticsMeta = operation(endpoint)(async () => ({ data: META }));
