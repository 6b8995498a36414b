import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

type Schema = Record<string, unknown>;

const COMBINATORS = ["allOf", "anyOf", "oneOf"] as const;
const MOST_LEVELS = 8;
/** Branches that refer to each other can stand for more than anyone could read. */
const MOST_BRANCHES = 500;

/** Returns whether a schema has alternatives where `objectSchema` merges them. */
export function hasAlternatives(schema: Schema): boolean {
  return COMBINATORS.some((name) => Array.isArray(schema[name]));
}

/**
 * Returns the schema of a function's arguments in the form that Anthropic and OpenAI require: an object with properties,
 * without `allOf`, `anyOf` and `oneOf` alongside them (https://github.com/makenotion/notion-mcp-server/issues/340). The
 * properties of all branches become the object's, and its description says which of them belong together. The same
 * schema if it has that form or is not of an object.
 */
export function objectSchema(schema: Schema): Schema {
  return merged(schema, { root: schema, level: 0, rest: { branches: MOST_BRANCHES } });
}

type Scope = { root: Schema; level: number; rest: { branches: number } };

function merged(schema: Schema, scope: Scope): Schema {
  const isObject = schema.type === "object" && isRecord(schema.properties);
  if ((isObject && !hasAlternatives(schema)) || !mayBeObject(schema.type) || scope.level > MOST_LEVELS) return schema;
  const { allOf, anyOf, oneOf, ...own } = schema;
  const [all, any, one] = [allOf, anyOf, oneOf].map((branches) => branchesOf(branches, scope));
  const branches = [...(all ?? []), ...(any ?? []), ...(one ?? [])];
  const required = new Set([own, ...(all ?? [])].flatMap(requiredIn));
  for (const choice of [any ?? [], one ?? []])
    for (const name of choice.map(requiredIn).reduce(shared, requiredIn(choice[0] ?? {}))) required.add(name);
  const description = [own.description, groupsOf("at least", any ?? []), groupsOf("exactly", one ?? [])]
    .filter((text) => typeof text === "string" && text !== "")
    .join("\n");
  return withNumbersOf(schema, {
    ...own,
    type: "object",
    properties: mergeProperties([own, ...branches]),
    ...(required.size > 0 && { required: [...required] }),
    ...(description !== "" && { description }),
  });
}

function mayBeObject(type: unknown): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function branchesOf(branches: unknown, { root, level, rest }: Scope): Schema[] {
  if (!Array.isArray(branches)) return [];
  const read = branches.filter(isRecord).slice(0, rest.branches);
  rest.branches -= read.length;
  return read.map((branch) => merged(resolve(branch, root), { root, level: level + 1, rest }));
}

/** Follows a reference within the schema, e.g. `#/$defs/Place`. */
function resolve(branch: Schema, root: Schema): Schema {
  if (typeof branch.$ref !== "string" || !branch.$ref.startsWith("#/")) return branch;
  const names = branch.$ref.slice(2).split("/");
  const found = names.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), root);
  return isRecord(found) ? found : branch;
}

/** A property that differs between the branches may have any of its forms. */
function mergeProperties(schemas: readonly Schema[]): Schema {
  const forms = new Map<string, Map<string, unknown>>();
  for (const { properties } of schemas)
    for (const [name, form] of Object.entries(isRecord(properties) ? properties : {}))
      forms.set(name, (forms.get(name) ?? new Map()).set(JSON.stringify(form), form));
  const entries = [...forms].map(([name, known]) => {
    const [first, ...others] = known.values();
    return [name, others.length === 0 ? first : { anyOf: [first, ...others] }];
  });
  return Object.fromEntries(entries);
}

function requiredIn({ required }: Schema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function shared(some: string[], others: string[]): string[] {
  return some.filter((name) => others.includes(name));
}

/** Says in words which properties a call must have, if the branches differ in that. */
function groupsOf(many: string, branches: readonly Schema[]): string | undefined {
  const groups = new Set(branches.map((branch) => namesOf(branch).join(", ")).filter((names) => names !== ""));
  return groups.size > 1 ? `Give ${many} one of these groups of properties: ${[...groups].join("; ")}.` : undefined;
}

function namesOf(branch: Schema): string[] {
  const required = requiredIn(branch);
  return required.length > 0 ? required : Object.keys(isRecord(branch.properties) ? branch.properties : {});
}
