/** A JSON schema of the OpenAPI document. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  deprecated?: boolean;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** One field as the reference shows it. `limits` are short sentences: "1 to 200 characters". */
export type Field = {
  name: string;
  type: string;
  required: boolean;
  deprecated: boolean;
  description: string;
  limits: string[];
  fields: Field[];
};

export type Definitions = Record<string, Schema>;

const DEEPEST = 3;
const NUMBERS_OF_JSON = Number.MAX_SAFE_INTEGER;

/** Returns the fields of an object schema, including those of nested objects and lists of objects. */
export function fieldsOf(schema: Schema | undefined, definitions: Definitions, depth = 0): Field[] {
  const whole = resolve(schema, definitions);
  const { properties = {}, required = [] } = whole;
  return Object.entries(properties).map(([name, property]) => {
    const field = resolve(property, definitions);
    const inner = objectIn(field, definitions);
    return {
      name,
      type: typeOf(field, definitions),
      required: required.includes(name),
      deprecated: field.deprecated === true,
      description: field.description ?? "",
      limits: limitsOf(notNull(field, definitions)),
      fields: inner && depth < DEEPEST ? fieldsOf(inner, definitions, depth + 1) : [],
    };
  });
}

/** Resolves a reference to its schema; properties next to the reference take precedence. */
function resolve(schema: Schema | undefined, definitions: Definitions): Schema {
  if (!schema) return {};
  const { $ref, allOf, ...own } = schema;
  const named = $ref && definitions[$ref.split("/").at(-1) ?? ""];
  const parts = (allOf ?? []).map((part) => resolve(part, definitions));
  return Object.assign({}, named && resolve(named, definitions), ...parts, own);
}

function choicesOf(schema: Schema, definitions: Definitions): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).map((choice) => resolve(choice, definitions));
}

/** Returns the other choice of a "this or null" schema. */
function notNull(schema: Schema, definitions: Definitions): Schema {
  const choices = choicesOf(schema, definitions).filter(({ type }) => type !== "null");
  return choices.length === 1 ? { ...schema, ...choices[0] } : schema;
}

function objectIn(schema: Schema, definitions: Definitions): Schema | undefined {
  const one = notNull(schema, definitions);
  if (one.properties) return one;
  const items = one.items && resolve(one.items, definitions);
  if (items) return objectIn(items, definitions);
  return choicesOf(one, definitions).find(({ properties }) => properties);
}

/** Names the type of a value in words; with `isMany`, of several: "strings", "lists of numbers". */
function typeOf(schema: Schema, definitions: Definitions, isMany = false): string {
  const choices = choicesOf(schema, definitions);
  if (choices.length > 0) {
    return [...new Set(choices.map((choice) => typeOf(choice, definitions, isMany)))].join(" or ");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.items) {
    return `${isMany ? "lists" : "list"} of ${typeOf(resolve(schema.items, definitions), definitions, true)}`;
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const names = types.length > 0 ? types : schema.properties ? ["object"] : [];
  if (names.length === 0) return isMany ? "values of any type" : "any";
  return names.map((name) => (isMany && name !== "null" ? `${name}s` : name)).join(" or ");
}

function limitsOf(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema;
  const above =
    exclusiveMinimum === undefined || exclusiveMinimum <= -NUMBERS_OF_JSON ? [] : [`above ${exclusiveMinimum}`];
  return [
    ...range(minimum, maximum),
    ...above,
    ...range(minLength, maxLength, ["character", "characters"]),
    ...range(minItems, maxItems, ["entry", "entries"]),
    ...(schema.format ? [`format ${schema.format}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function range(least: number | undefined, most: number | undefined, unit?: readonly [one: string, many: string]) {
  const low = least !== undefined && least > -NUMBERS_OF_JSON ? least : undefined;
  const high = most !== undefined && most < NUMBERS_OF_JSON ? most : undefined;
  const counted = (value: number) => (unit ? `${value} ${unit[value === 1 ? 0 : 1]}` : `${value}`);
  if (low !== undefined && high !== undefined) return [low === high ? counted(low) : `${low} to ${counted(high)}`];
  if (low !== undefined) return [`at least ${counted(low)}`];
  return high === undefined ? [] : [`at most ${counted(high)}`];
}
