import { describe, expect, test } from "vitest";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { contract } from "#lib/contract/index.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const WITH_IDS = contract.filter(({ params, namesNewRecord }) => params && !namesNewRecord);
/** Their ids need not be UUIDs: they can be hashes, slugs or models. */
const READS = WITH_IDS.filter(({ method, body }) => (method === "GET" || method === "DELETE") && !body);
const WRITES = WITH_IDS.filter((endpoint) => !READS.includes(endpoint) && refusesId(endpoint));

function refusesId({ params, path }: Endpoint): boolean {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "not-a-uuid"]);
  return !params?.safeParse(Object.fromEntries(names)).success;
}

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe("an id that is not a UUID does not exist: 404", () => {
  test.each(named([...READS, ...WRITES]))("%s", async (_, { method, path, body }) => {
    for (const id of ["not-a-uuid", "1", "00000000-0000-0000-0000-00000000000g", "%20"]) {
      const response = await gateway.call(method, path.replace(/\{\w+\}/g, id), body && {});
      expect([id, response.status]).toEqual([id, 404]);
      expect(response.body.error).toMatchObject({ code: 404, type: "not_found_error" });
    }
  });
});
