import { contract } from "#lib/contract/index.ts";
import { openApiDocument } from "#lib/contract/openapi.ts";
import { type Definitions, type Field, fieldsOf, type Schema } from "./schema-fields.ts";

/** One endpoint as the reference shows it, from the OpenAPI document. */
export type Operation = {
  /** The endpoint's id, and its page's address below /docs. */
  id: string;
  resource: string;
  method: string;
  /** Below the base URL. */
  path: string;
  summary: string;
  description: string;
  deprecated: boolean;
  isPublic: boolean;
  /** Opens a WebSocket. */
  isSocket: boolean;
  parameters: { path: Field[]; query: Field[] };
  body: Field[];
  takesFile: boolean;
  success: { status: string; media: string[]; fields: Field[] } | undefined;
  errors: { status: string; meaning: string }[];
};

type Parameter = { name: string; in: string; required?: boolean; deprecated?: boolean; schema?: Schema };
type Content = Record<string, { schema?: Schema }>;
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

const document = openApiDocument({ version: "1", url: "/api/v1" });
const definitions = (document.components?.schemas ?? {}) as Definitions;

/** Every endpoint of the API, in the contract's order. */
export const operations: readonly Operation[] = contract.map(({ id, path, method }) => {
  const item = document.paths?.[path] as unknown as Record<string, Described>;
  return operationOf(item[method.toLowerCase()] as Described, { id, path, method });
});

export function operationById(id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id);
}

function operationOf(described: Described, place: Pick<Operation, "id" | "path" | "method">): Operation {
  const { tags, summary, description = "", deprecated = false, security, parameters = [], requestBody } = described;
  const responses = Object.entries(described.responses);
  const success = responses.find(([status]) => status.startsWith("2"));
  return {
    ...place,
    resource: tags[0] ?? "",
    summary,
    description,
    deprecated,
    isPublic: security.length === 0,
    isSocket: responses.some(([status]) => status === "101"),
    parameters: { path: parametersIn(parameters, "path"), query: parametersIn(parameters, "query") },
    body: fieldsOf(requestBody?.content["application/json"]?.schema, definitions),
    takesFile: requestBody?.content["multipart/form-data"] !== undefined,
    success: success && {
      status: success[0],
      media: Object.keys(success[1].content ?? {}),
      fields: fieldsOf(success[1].content?.["application/json"]?.schema, definitions),
    },
    errors: responses
      .filter(([status]) => /^[345]/.test(status))
      .map(([status, { description: meaning }]) => ({ status, meaning })),
  };
}

function parametersIn(parameters: readonly Parameter[], place: string): Field[] {
  const own = parameters.filter((parameter) => parameter.in === place);
  const schema: Schema = {
    properties: Object.fromEntries(
      own.map(({ name, schema: type = {}, deprecated }) => [name, { ...type, ...(deprecated && { deprecated }) }]),
    ),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  };
  return fieldsOf(schema, definitions);
}
