import { isRecord } from "#lib/is-record.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { type Block, block, list } from "../exchange/json.ts";

/** The values of these are no schemas. */
const VALUES = new Set(["enum", "const", "default", "examples", "required"]);
/** The values of these are schemas by name. */
const MAPS = new Set(["properties", "patternProperties", "$defs"]);

/**
 * Returns a chat body whose schemas Moonshot takes. It rejects what other validators allow: a type or a default next to
 * `anyOf`, keywords alongside `$ref`, references into `definitions`, lists of items by place
 * (https://github.com/vercel/ai/pull/18921, https://github.com/lidge-jun/opencodex/issues/2673,
 * https://github.com/NousResearch/hermes-agent/pull/14804). Each becomes an equivalent schema.
 */
export function withMoonshotSchemas(body: Block): Block {
  const { tools, response_format: format } = body;
  const { json_schema: named } = block(format);
  const { schema } = block(named);
  return {
    ...body,
    ...(Array.isArray(tools) && { tools: tools.map((tool) => withSchemaOf(block(tool))) }),
    ...(isRecord(schema) && {
      response_format: { ...block(format), json_schema: { ...block(named), schema: moonshotSchema(schema) } },
    }),
  };
}

function withSchemaOf(tool: Block): Block {
  const { parameters } = block(tool.function);
  if (!isRecord(parameters)) return tool;
  return { ...tool, function: { ...block(tool.function), parameters: moonshotSchema(parameters) } };
}

function moonshotSchema(schema: Block): Block {
  const { definitions, ...rest } = schema;
  const defs = { ...block(definitions), ...block(schema.$defs) };
  const root: Block = withNumbersOf<Block>(schema, isRecord(definitions) ? { ...rest, $defs: defs } : { ...schema });
  if (root.type === undefined && root.anyOf === undefined && root.$ref === undefined) root.type = "object";
  return nodeOf(root, { defs, within: [], rest: { copies: MAX_COPIES } });
}

/** The definitions, the names of those that a node is a part of, and how many may still be copied. */
type Scope = { defs: Block; within: readonly string[]; rest: { copies: number } };

/** Definitions that refer to each other can stand for more copies than fit into memory. */
const MAX_COPIES = 200;

function nodeOf(given: Block, scope: Scope): Block {
  const name = nameWithSiblings(given, scope.defs);
  if (name !== undefined) return copyOf(given, name, scope);
  const node = withTypedBranches(given);
  const read = Object.entries(node).map(([key, value]) => [key, VALUES.has(key) ? value : inside(key, value, scope)]);
  return withNumbersOf(node, Object.fromEntries(read));
}

function inside(key: string, value: unknown, scope: Scope): unknown {
  if (MAPS.has(key) && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, isRecord(one) ? nodeOf(one, scope) : one]),
    );
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? nodeOf(one, scope) : one));
  if (isRecord(value)) return nodeOf(value, scope);
  return key === "$ref" && typeof value === "string" ? value.replace(/^#\/definitions\//, "#/$defs/") : value;
}

/** Returns the name of a known definition to which a node refers with other keywords alongside the reference. */
function nameWithSiblings(node: Block, defs: Block): string | undefined {
  const { $ref: reference, ...siblings } = node;
  if (typeof reference !== "string" || Object.keys(siblings).length === 0) return undefined;
  const [, name = ""] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  return Object.hasOwn(defs, name) ? name : undefined;
}

/**
 * Returns the definition itself with the keywords next to the reference. Within its own copy, or after too many copies,
 * only the reference stays.
 */
function copyOf(node: Block, name: string, { defs, within, rest }: Scope): Block {
  if (within.includes(name) || rest.copies === 0) return { $ref: `#/$defs/${name}` };
  rest.copies -= 1;
  const { $ref: _, ...siblings } = node;
  const copy = withNumbersOf(node, { ...block(defs[name]), ...siblings });
  return nodeOf(copy, { defs, within: [...within, name], rest });
}

/** Moves the type of a choice into its branches, and items by place to their newer keyword. */
function withTypedBranches(node: Block): Block {
  const { type, default: _, ...rest } = node;
  const hasBranches = Array.isArray(node.anyOf);
  if (!hasBranches && !Array.isArray(node.items)) return node;
  const { items, ...kept } = hasBranches ? rest : node;
  const typed = (branch: unknown) =>
    isRecord(branch) && branch.type === undefined && branch.$ref === undefined ? { type, ...branch } : branch;
  return withNumbersOf(node, {
    ...kept,
    ...(hasBranches && type !== undefined && { anyOf: list(node.anyOf).map(typed) }),
    ...(Array.isArray(items) ? { prefixItems: items } : items !== undefined && { items }),
  });
}
