import type { ApiResponse } from "#server/api-response.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { SCIM_MEDIA } from "#server/http/scim-envelope.ts";

export type Resource = { schemas: string[]; id?: string; meta: { location: string; [field: string]: string } } & Record<
  string,
  unknown
>;
type Projection = { attributes?: string | undefined; excludedAttributes?: string | undefined };

export function scimResponse(body: unknown, status = 200, headers: Record<string, string> = {}): ApiResponse {
  const all = { "content-type": SCIM_MEDIA, "cache-control": "no-store", ...headers };
  return { status, headers: all, body: JSON.stringify(body) };
}

/** Returns one resource with the attributes that the request asks for. */
export function resourceResponse(resource: Resource, projection: Projection, status = 200): ApiResponse {
  return scimResponse(project(resource, projection), status, { location: resource.meta.location });
}

export const NO_CONTENT: ApiResponse = { status: 204, headers: { "cache-control": "no-store" }, body: null };

/** Returns a page of resources. */
export function listResponse(
  resources: readonly Resource[],
  { startIndex, total, ...projection }: { startIndex: number; total: number } & Projection,
): ApiResponse {
  return scimResponse({
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => project(resource, projection)),
  });
}

/** Returns the address of the protocol: of PUBLIC_URL, else as the caller sees the gateway. */
export function scimRoot({ environment }: Gateway, { request }: Pick<Call, "request">): string {
  return new URL("/api/scim/v2", environment.PUBLIC_URL ?? request.url).href;
}

/** `schemas` and `id` are always returned (RFC 7643, section 7). */
const ALWAYS = new Set(["schemas", "id"]);

function project(resource: Resource, { attributes, excludedAttributes }: Projection): Record<string, unknown> {
  if (attributes === undefined && excludedAttributes === undefined) return resource;
  const names = namesOf(attributes ?? excludedAttributes ?? "");
  const isListed = (path: string) => names.has(path.toLowerCase());
  const keeps = (name: string) => ALWAYS.has(name) || isListed(name) === (attributes !== undefined);
  return Object.fromEntries(
    Object.entries(resource).flatMap(([name, value]) => {
      const hasSubs = [...names].some((listed) => listed.startsWith(`${name.toLowerCase()}.`));
      if (ALWAYS.has(name) || !hasSubs) return keeps(name) ? [[name, value]] : [];
      const keepsSub = (sub: string) => isListed(`${name}.${sub}`) === (attributes !== undefined);
      return [[name, projectSubs(value, keepsSub)]];
    }),
  );
}

function projectSubs(value: unknown, keeps: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => projectSubs(one, keeps));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name)));
}

function namesOf(list: string): Set<string> {
  // Some directories name values by a filter, such as `emails[type eq "work"]`.
  const names = list.split(",").map((name) => name.replace(/\[.*$/, "").trim().toLowerCase());
  return new Set(names.map((name) => name.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, "")));
}
