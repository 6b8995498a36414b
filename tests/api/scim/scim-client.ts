import SCIMMY from "scimmy";
import { expect } from "vitest";
import type { ApiResult, TestGateway } from "#tests/support/servers/gateway.ts";

/** Sends requests of SCIM with a token. Each response is checked by a published implementation of the protocol. */
export type ScimClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResult>;

export const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** Creates a token and returns a client that uses it. */
export async function scimClient(
  gateway: TestGateway,
  create: (method: string, path: string, body?: unknown) => Promise<ApiResult>,
): Promise<ScimClient & { token: string; tokenId: string }> {
  const { status, body } = await create("POST", "/scim/tokens", { name: "Okta" });
  expect([status, body.token]).toEqual([201, expect.stringMatching(/^sb-scim-/)]);
  return Object.assign(clientWith(gateway, body.token), { token: body.token, tokenId: body.data.id });
}

export function clientWith(gateway: TestGateway, token: string): ScimClient {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${gateway.url}/api/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === "" ? undefined : JSON.parse(text);
    if (parsed !== undefined) {
      expect(response.headers.get("content-type")).toBe("application/scim+json");
      validate(parsed);
    }
    return { status: response.status, headers: response.headers, body: parsed };
  };
}

const SCHEMAS = { User: SCIMMY.Schemas.User, Group: SCIMMY.Schemas.Group };

/** Throws for a response that SCIMMY rejects by the schemas of RFC 7643 and the messages of RFC 7644. */
function validate(body: ReturnType<typeof JSON.parse>): void {
  const [schema = ""] = body.schemas;
  if (schema.endsWith(":Error")) {
    const { status, detail, scimType } = body;
    expect(detail).toEqual(expect.any(String));
    // Its constructor throws for a status or a scimType that the RFC does not have.
    if ([400, 401, 403, 404, 409, 413, 500].includes(Number(status)))
      new SCIMMY.Messages.ErrorResponse({ status: Number(status), scimType, detail } as never);
  } else if (schema.endsWith(":ListResponse")) {
    const { totalResults, startIndex, itemsPerPage, Resources } = body;
    expect([totalResults, startIndex, itemsPerPage].every(Number.isInteger)).toBe(true);
    expect(Resources).toHaveLength(itemsPerPage);
    for (const resource of Resources) validate(resource);
  } else {
    const kind = schema.split(":").at(-1) as keyof typeof SCHEMAS;
    // Coercion checks each value's type and drops what the schema does not have, so the rest must be equal.
    if (SCHEMAS[kind]) expect(plain(new SCIMMY.Schemas[kind](body, "both"))).toMatchObject(comparable(body));
  }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** The resource without `meta`, whose times SCIMMY writes its own way, and without what a projection left out. */
function comparable({ meta: _, schemas: __, ...rest }: Record<string, unknown>) {
  return rest;
}
