import type { QueryOf } from "#lib/contract/endpoint.ts";
import type { listModels } from "#lib/contract/models.ts";
import { type ListedModel, priceOf } from "./listed-model.ts";
import { authorOf } from "./model-record.ts";

export type ModelQuery = Partial<QueryOf<typeof listModels>>;
type Test = (listed: ListedModel) => boolean;

/** Returns a test whether a model matches a query. */
export function modelFilter(query: ModelQuery, nowMs: number): Test {
  const tests = [...modelTests(query), ...ageTests(query, nowMs), ...endpointTests(query), ...priceTests(query)];
  return (listed) => tests.every((test) => test(listed));
}

function modelTests(query: ModelQuery): Test[] {
  const words = query.q?.toLowerCase().split(/\s+/) ?? [];
  const inputs = listOf(query.input_modalities);
  const outputs = listOf(query.output_modalities ?? "text");
  const authors = listOf(query.model_authors);
  const tests: Test[] = [];
  if (words.length > 0) tests.push(({ model }) => words.every((word) => searchText(model).includes(word)));
  if (inputs) tests.push(({ model }) => inputs.every((modality) => has(model.inputModalities, modality)));
  if (outputs) tests.push(({ model }) => outputs.some((modality) => has(model.outputModalities, modality)));
  if (authors) tests.push(({ model }) => authors.includes(authorOf(model)));
  return tests;
}

const DAY_SECONDS = 86_400;

function ageTests({ min_age_days: least, max_age_days: most }: ModelQuery, nowMs: number): Test[] {
  const before = (days: number) => nowMs / 1000 - days * DAY_SECONDS;
  const tests: Test[] = [];
  if (least !== undefined) tests.push(({ model }) => model.created <= before(least));
  if (most !== undefined) tests.push(({ model }) => model.created >= before(most));
  return tests;
}

function endpointTests({ context, available, zdr, ...query }: ModelQuery): Test[] {
  const providers = listOf(query.providers);
  const parameters = listOf(query.supported_parameters);
  const tests: Test[] = [];
  if (context !== undefined)
    tests.push(({ model, top }) => (model.contextLength ?? top?.contextLength ?? 0) >= context);
  if (available !== undefined) tests.push((listed) => listed.available === available);
  if (zdr) tests.push(({ endpoints }) => endpoints.some(({ zeroDataRetention }) => zeroDataRetention));
  if (providers) tests.push(({ endpoints }) => endpoints.some(({ provider }) => providers.includes(provider)));
  if (parameters) {
    const takesAll = (supported: string[]) => parameters.every((parameter) => supported.includes(parameter));
    tests.push(({ endpoints }) => endpoints.some(({ supportedParameters }) => takesAll(supportedParameters)));
  }
  return tests;
}

const MILLION = 1e6;

function priceTests(query: ModelQuery): Test[] {
  const between =
    (field: "prompt" | "completion", least = 0, most = Number.POSITIVE_INFINITY): Test =>
    ({ pricing }) => {
      const price = priceOf(pricing[field]) * MILLION;
      return Number.isFinite(price) && price >= least && price <= most;
    };
  const tests: Test[] = [];
  if ((query.min_price ?? query.max_price) !== undefined)
    tests.push(between("prompt", query.min_price, query.max_price));
  if ((query.min_output_price ?? query.max_output_price) !== undefined)
    tests.push(between("completion", query.min_output_price, query.max_output_price));
  return tests;
}

/** Splits a comma-separated list; undefined for an empty one and for `all`. */
function listOf(text: string | undefined): string[] | undefined {
  const parts = text
    ?.split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parts && parts.length > 0 && !parts.includes("all") ? parts : undefined;
}

function searchText({ id, name }: ListedModel["model"]): string {
  return `${id} ${name}`.toLowerCase();
}

function has(list: readonly string[], value: string): boolean {
  return list.includes(value);
}
