import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const ids = (body: { data: { hash: string }[] }) => body.data.map(({ hash }) => hash);

describe("the list of keys", () => {
  test("is paged, newest first, with a total", async () => {
    const made = [await gateway.newKey(), await gateway.newKey(), await gateway.newKey()].map(({ hash }) => hash);
    const first = await gateway.call("GET", "/keys?limit=2");
    const second = await gateway.call("GET", "/keys?limit=2&offset=2");
    expect([...ids(first.body), ...ids(second.body)].slice(0, 3)).toEqual(made.reverse());
    expect(first.body.total_count).toBe(second.body.total_count);
    expect((await gateway.call("GET", `/keys?offset=${first.body.total_count}`)).body.data).toEqual([]);
  });

  test("excludes disabled keys and other kinds on request", async () => {
    const { hash } = await gateway.newKey({ is_management_key: true });
    const managing = await gateway.call("GET", "/keys?kind=management");
    expect(ids(managing.body)).toContain(hash);
    expect(managing.body.data.every((key: { is_management_key: boolean }) => key.is_management_key)).toBe(true);
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: true });
    expect(ids((await gateway.call("GET", "/keys?include_disabled=false")).body)).not.toContain(hash);
    expect(ids((await gateway.call("GET", "/keys?include_disabled=true")).body)).toContain(hash);
  });

  test("can be searched by part of a name, masked form or hash, without wildcards", async () => {
    const made = await gateway.newKey({ name: "Nightly 100%_run" });
    await gateway.newKey({ name: "nightly 100 runs" });
    const found = async (q: string) => (await gateway.call("GET", `/keys?q=${encodeURIComponent(q)}`)).body;
    expect(ids(await found("nightly 100%_R"))).toEqual([made.hash]);
    expect(ids(await found(made.hash.slice(8, 24).toUpperCase()))).toEqual([made.hash]);
    expect(ids(await found("%"))).toEqual([made.hash]);
    expect((await found("NIGHTLY")).total_count).toBe(2);
    expect(await found("no key is called this")).toMatchObject({ data: [], total_count: 0 });
  });

  test("contains the keys with the requested numbers, and no others", async () => {
    const numberOf = async (name: string) => {
      const { hash } = await gateway.newKey({ name });
      const { id } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
      return { hash, id };
    };
    const [first, , third] = [await numberOf("one"), await numberOf("two"), await numberOf("three")];
    const found = await gateway.call("GET", `/keys?ids=${first.id},${third.id},999999999999999`);
    expect(ids(found.body)).toEqual([third.hash, first.hash]);
    expect(found.body.total_count).toBe(2);
    expect((await gateway.call("GET", `/keys?ids=${first.id}&q=three`)).body.data).toEqual([]);
  });

  test("can be filtered by status and sorted across pages, with counts by status on request", async () => {
    for (const name of ["order 10", "order 9", "order 1"])
      await gateway.newKey({ name, limit: name === "order 9" ? 0 : 1 });
    const list = async (more: string) => (await gateway.call("GET", `/keys?q=order&${more}`)).body;
    const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
    expect(names(await list("sort=name&limit=2"))).toEqual(["order 1", "order 9"]);
    expect(names(await list("sort=name&limit=2&offset=2"))).toEqual(["order 10"]);
    expect(names(await list("sort=limit&order=desc"))).toEqual(["order 1", "order 10", "order 9"]);
    const over = await list("status=over_limit&include_status_counts=true");
    expect(over).toMatchObject({ total_count: 1, data: [{ name: "order 9" }] });
    expect(over.status_counts).toEqual({ active: 2, over_limit: 1, rotated: 0, disabled: 0, expired: 0 });
    expect(await list("unused_days=1")).toEqual({ data: [], total_count: 0 });
  });

  test.each([
    ...["limit=0", "limit=101", "offset=-1", "limit=x", "include_disabled=maybe", "kind=odd", "status=odd"],
    ...["sort=odd", "order=odd", "unused_days=0", "unused_days=9e9", "include_status_counts=maybe"],
    ...["ids=", "ids=one", "ids=1,", "ids=-1", `ids=${Array(101).fill(1)}`, "ids=1234567890123456"],
  ])("is rejected for %s", async (query) => {
    expect((await gateway.call("GET", `/keys?${query}`)).status).toBe(400);
  });

  test("is rejected for an unknown workspace", async () => {
    expect((await gateway.call("GET", "/keys?workspace_id=elsewhere")).status).toBe(404);
  });
});
