import { beforeAll, describe, expect, test } from "vitest";
import { contract } from "#lib/contract/index.ts";
import { actionOf } from "#lib/roles.ts";
import { administrativeWrites, unusedName, type WriteContext } from "#tests/support/administrative-writes.ts";
import { becomeOwner, join } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// Walks the contract, so that a new administrative write fails here until it is audited.

const writes = contract.filter((endpoint) => endpoint.access === "management" && actionOf(endpoint) === "write");

let place: WriteContext;

const gateway = sharedGateway({ env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" } });

beforeAll(async () => {
  const owner = await becomeOwner(gateway);
  const member = await join(gateway, owner, "member", "alan@example.com");
  const leaver = () => join(gateway, owner, "member", `${unusedName("leaver")}@example.com`);
  place = { call: (method, path, body) => gateway.call(method, path, body), member, leaver };
});

test("the table lists every administrative write in the contract", () => {
  expect(writes.map(({ id }) => id).filter((id) => !administrativeWrites[id])).toEqual([]);
});

describe("each administrative write adds an audit entry", () => {
  test.each(writes.map(({ id, method, path }) => [`${method} ${path}`, id]))("%s", async (_, id) => {
    const done = await administrativeWrites[id as string]?.(place);
    expect([done?.status, done?.body?.error]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
    const requestId = done?.headers.get("x-request-id");
    const { data } = (await gateway.call("GET", "/audit?limit=5")).body;
    const record = data.find((one: { request_id: string }) => one.request_id === requestId);
    expect(record).toMatchObject({
      actor: { type: "key", id: expect.stringMatching(/^[0-9a-f]{64}$/) },
      action: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
      target: { type: expect.any(String), id: expect.any(String) },
    });
    expect(record.before ?? record.after).not.toBeNull();
  });
});
