import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { formWith, upload } from "./uploading.ts";

/** Newest first. */
const ids: string[] = [];

const gateway = sharedGateway();

beforeAll(async () => {
  for (let index = 0; index < 7; index++) {
    const form = formWith(`${index}.txt`, Buffer.from("text"), index === 3 ? { purpose: "batch" } : {});
    const { body } = await upload(gateway, form, { key: gateway.managementKey });
    ids.unshift(body.id);
  }
});

const list = async (query: string, headers = {}) => {
  const { status, body } = await gateway.call("GET", `/files?${query}`, undefined, { headers });
  return { status, body, found: body.data?.map(({ id }: { id: string }) => id) };
};

describe("the list of files", () => {
  test("continues from a cursor to the end", async () => {
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body, found } = await list(`limit=3${cursor && `&cursor=${cursor}`}`);
      expect([body.first_id, body.last_id]).toEqual([found[0], found.at(-1)]);
      expect(body.has_more).toBe(body.cursor !== null);
      seen.push(...found);
      cursor = body.cursor;
    }
    expect(seen).toEqual(ids);
  });

  test.each([
    ["after=2&limit=2", [3, 4]],
    ["after_id=2&limit=2", [3, 4]],
    ["before_id=4&limit=2", [2, 3]],
    ["before_id=1", [0]],
    ["order=asc&limit=2", [6, 5]],
    ["order=asc&after=5&limit=2", [4, 3]],
    ["purpose=batch", [3]],
  ])("with %s contains the files %j", async (query, expected) => {
    const named = query.replace(/(after|after_id|before_id)=(\d)/, (_, name, index) => `${name}=${ids[Number(index)]}`);
    expect((await list(named)).found).toEqual(expected.map((index) => ids[index]));
  });

  test("gives the number and total size of the workspace's files on every page", async () => {
    const total = { total_count: 7, total_size_bytes: 28 };
    for (const query of ["limit=1", "purpose=batch", `after=${ids[5]}`])
      expect((await list(query)).body).toMatchObject(total);
    await gateway.call("POST", "/workspaces", { name: "Without files", slug: "without-files" });
    const none = { total_count: 0, total_size_bytes: 0 };
    expect((await list("workspace_id=without-files")).body).toMatchObject(none);
  });

  test("says whether more files precede a page", async () => {
    expect((await list(`before_id=${ids[4]}&limit=2`)).body.has_more).toBe(true);
    expect((await list(`before_id=${ids[2]}&limit=2`)).body).toMatchObject({ has_more: false, cursor: null });
  });

  test.each(["limit=0", "limit=1001", "limit=x", "order=up", "cursor=nonsense", "after=file-sb-1", "purpose=fun"])(
    "is rejected for %s",
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );
});
