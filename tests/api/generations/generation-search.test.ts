import { beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { openLogSpace } from "./log-space.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const PHRASE = 'The "Blue Heron"\nflies at dawn';
let slug: string;
let key: string;
let owner: Person;
let member: Person;

beforeAll(async () => {
  ({ slug, owner, member } = await openLogSpace(gateway, { is_observability_io_logging_enabled: true }));
  ({ key } = await gateway.newKey({ workspace_id: slug, name: "Birds" }));
  for (const user of ["anna", "ben", "anna"]) await say({ user });
  await say({ input: PHRASE, user: "heron-watcher", prompt_cache_key: "session-9" });
  await say({ input: "fault-500", model: "openai/gpt-4o-mini" });
});

async function say(more: object): Promise<string> {
  const body = { model: "local/echo", input: "Hello there", ...more };
  const { headers } = await gateway.call("POST", "/responses", body, { key });
  return headers.get("x-generation-id") as string;
}

type Row = { id: string };
const search = (body: object) => owner.call("POST", "/generations/search", body, { "x-switchboard-workspace": slug });

describe("a search", () => {
  type Match = { generation: Row; found_in: string; excerpt: string | null };
  const find = async (text: string, more: object = {}) => {
    const { status, body } = await search({ text, ...more });
    expect([status, body.error]).toEqual([200, undefined]);
    return body as { data: Match[]; searched: Record<string, unknown>; cursor: string | null };
  };

  test("finds part of a stored text, without regard to case, and says how far it searched", async () => {
    const { data, searched, cursor } = await find('"blue heron"\nFLIES');
    expect(data.map((one) => [one.found_in, one.excerpt])).toEqual([["input", 'The "Blue Heron" flies at dawn']]);
    expect(searched).toMatchObject({ records: 5, is_complete: true });
    expect(cursor).toBeNull();
  });

  test("finds what was said a moment ago", async () => {
    for (const word of ["larch", "aspen", "rowan"]) {
      const id = await say({ input: `A ${word} in the wind` });
      expect((await find(`${word} in the wind`)).data.map((one) => one.generation.id)).toEqual([id]);
    }
  });

  test("does not find what is only structure, such as names of fields and models", async () => {
    expect((await find("max_output_tokens")).data).toEqual([]);
    expect((await find("local/echo")).data).toEqual([]);
  });

  test("finds an ID of any time, and a user and a session within the range", async () => {
    const id = await say({ input: "last", user: "carl" });
    const past = { start: "2020-01-01T00:00:00Z", end: "2020-01-02T00:00:00Z" };
    const found = (await find(id, past)).data;
    expect(found.map((one) => [one.found_in, one.generation.id])).toEqual([["id", id]]);
    expect((await find("carl")).data.map((one) => one.found_in)).toEqual(["external_user"]);
    expect((await find("carl", past)).data).toEqual([]);
  });

  test("respects the filters", async () => {
    expect((await find("Hello there", { external_user: "ben" })).data).toHaveLength(1);
    const filtered = await find("Hello there", {
      start: "2020-01-01T00:00:00Z",
      filters: "external_user:contains:ANN",
    });
    expect(filtered.data).toHaveLength(2);
    expect(filtered.searched).toMatchObject({ records: 2 });
  });

  test("never searches another workspace or, for a member, others' requests", async () => {
    await member.call("POST", "/responses", { model: "local/echo", input: "mine" });
    const { body } = await member.call("POST", "/generations/search", { text: "blue heron" });
    expect([body.data, body.searched.records]).toEqual([[], 1]);
    const elsewhere = await gateway.call("POST", "/generations/search", { text: "blue heron" });
    expect(elsewhere.body.data).toEqual([]);
  });

  test.each([
    { text: "a" },
    { text: "   " },
    { text: "a".repeat(257) },
    { text: "ab", cursor: "abc" },
    { words: "ab" },
  ])("rejects %j without repeating the text", async (body) => {
    const { status, body: answer } = await search(body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).not.toContain("aaaa");
  });

  test("leaves no trace of the text in the gateway's output", async () => {
    await find("a-very-private-phrase");
    await search({ text: "a-very-private-phrase", cursor: "none" });
    expect(gateway.output()).not.toContain("a-very-private-phrase");
  });
});
