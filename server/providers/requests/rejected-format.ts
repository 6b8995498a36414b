import { block } from "../exchange/json.ts";

/** A JSON format of the response. `tools`: set if the request offers tools, or forces the model to call one. */
export type WantedFormat = { schema?: unknown; tools?: "offered" | "forced" };

/** Returns why an upstream rejects a format for a model (upstream name); undefined if it takes it. */
export type RejectsFormat = (model: string, format: WantedFormat) => string | undefined;

/** Takes only formats that have a schema. */
export const rejectsLackOfSchema: RejectsFormat = (_, { schema }) =>
  schema === undefined ? "the provider takes no format without a schema" : undefined;

/** Takes only formats of objects: the schema is that of a tool, or must be of an object as one. */
export const rejectsOtherThanObjects: RejectsFormat = (_, { schema }) =>
  schema === undefined || isOfObject(schema) ? undefined : "the provider takes only formats of objects";

/** Returns whether a schema without a type counts as an object, as a reference does. */
function isOfObject(schema: unknown): boolean {
  const { type, anyOf } = block(schema);
  return type === undefined ? anyOf === undefined : type === "object";
}

/** Returns whether the format of a chat body is one of other values than objects. */
export function hasOtherThanObject(body: Record<string, unknown>): boolean {
  const { type, json_schema: format } = block(body.response_format);
  return type === "json_schema" && rejectsOtherThanObjects("", { schema: block(format).schema }) !== undefined;
}
