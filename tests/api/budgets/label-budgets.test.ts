import { describe, expect, test } from "vitest";
import { BUDGETS, COST_USD, sharedBudgetSetUp, unique } from "./shared-budget-set-up.ts";

const { gateway, call, statusOf, people, create: createBudget } = sharedBudgetSetUp("openai");
const create = (fields: object, calls?: number) => createBudget({ reset_interval: "monthly", ...fields }, calls);
const readBudget = async (path: string) => (await gateway.call("GET", path)).body.data;

describe("a budget of a tag", () => {
  test("covers requests with the tag in the body, a header or of the key, each once", async () => {
    const [tag, other, name] = [`team:${unique()}`, `env:${unique()}`, `Team ${unique()}`];
    const tagged = await gateway.newKey({ tags: [tag] });
    const path = await create({ name, tags: [tag, other], key_hashes: [tagged.hash] }, 3.5);
    expect(await statusOf({ tags: [tag, other] })).toBe(200);
    expect(await statusOf({}, { "x-switchboard-tags": other })).toBe(200);
    const third = await call({}, {}, tagged.key);
    expect(third.headers.get("x-switchboard-budget-notice")).toContain(`shared budget "${name}" 85% used`);
    const { status, body } = await call({ tags: [tag] });
    expect([status, body.error.metadata.limit]).toEqual([402, "shared"]);
    expect(body.error.message).toMatch(
      new RegExp(`^The monthly budget of \\$\\S+ that "${name}" shares does not cover this request\\. It resets at `),
    );
    expect(await statusOf({ tags: [`${tag}x`] })).toBe(200);
    expect(await statusOf({})).toBe(200);
    expect(await readBudget(path)).toMatchObject({ tags: [other, tag], spent_usd: COST_USD * 3 });
    await gateway.call("PATCH", path, { tags: [other], key_hashes: [] });
    expect([await statusOf({ tags: [tag] }), await statusOf({ tags: [other] })]).toEqual([200, 402]);
  });

  test("is not reached from another workspace", async () => {
    const tag = `team:${unique()}`;
    await create({ tags: [tag] }, 0.1);
    const slug = `apart-${unique()}`;
    const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
    const apart = await gateway.newKey({ workspace_id: id });
    expect([await statusOf({ tags: [tag] }), await statusOf({ tags: [tag] }, {}, apart.key)]).toEqual([402, 200]);
  });

  test("is visible to members whose keys have the tag, without the other tags", async () => {
    const tag = `team:${unique()}`;
    const path = await create({ tags: [tag, "team:hidden"], external_users: ["anna"] });
    expect((await people.member.call("GET", path)).status).toBe(404);
    const made = await people.member.call("POST", "/keys", { name: "Own" });
    await people.owner.call("PATCH", `/keys/${made.body.data.hash}`, { tags: [tag] });
    const { status, body } = await people.member.call("GET", path);
    expect([status, body.data.tags, body.data.external_users]).toEqual([200, [tag], []]);
  });
});

describe("a budget of end users", () => {
  test("covers what the end users it names spend together", async () => {
    const [anna, ben] = [`anna-${unique()}`, `ben-${unique()}`];
    const path = await create({ external_users: [anna, ben] }, 2.5);
    expect([await statusOf({ user: anna }), await statusOf({ user: ben })]).toEqual([200, 200]);
    expect([await statusOf({ user: anna }), await statusOf({ user: `${ben}2` })]).toEqual([402, 200]);
    expect((await readBudget(path)).spent_usd).toBe(COST_USD * 2);
  });

  test("gives each end user the whole amount, by any name, and says who spent most", async () => {
    const name = `Customers ${unique()}`;
    const path = await create({ name, per_external_user: true }, 2.5);
    const [heavy, light, odd] = ["heavy:user", "light", "odd \0 \ud800 ☃"];
    for (const user of [heavy, light, heavy, odd]) expect(await statusOf({ user })).toBe(200);
    const { status, body } = await call({ user: heavy });
    expect([status, body.error.metadata]).toMatchObject([402, { limit: "shared", reason: "external_user_limit" }]);
    expect(body.error.message).toContain(`of each end user in "${name}" does not cover this request`);
    expect([await statusOf({ user: light }), await statusOf({})]).toEqual([200, 200]);
    const { spent_usd, external_user_spending: spending } = await readBudget(path);
    expect(spent_usd).toBe(COST_USD * 5);
    expect(spending).toEqual({
      external_users: 3,
      near_limit: 2,
      top: [
        { external_user: heavy, spent_usd: COST_USD * 2 },
        { external_user: light, spent_usd: COST_USD * 2 },
        { external_user: "odd � � ☃", spent_usd: COST_USD },
      ],
    });
    const seen = (await people.member.call("GET", path)).body.data;
    expect([seen.external_user_spending.top, seen.external_user_spending.external_users]).toEqual([[], 3]);
    await gateway.call("DELETE", path);
  });

  test("gives end users that it names their own amount instead of that of the others", async () => {
    const [rich, poor] = [`rich-${unique()}`, `poor-${unique()}`];
    const paths = [
      await create({ per_external_user: true }, 0.5),
      await create({ per_external_user: true, external_users: [rich] }, 9),
    ];
    expect([await statusOf({ user: rich }), await statusOf({ user: poor })]).toEqual([200, 402]);
    for (const path of paths) await gateway.call("DELETE", path);
  });

  test("can be for each end user of a tag or key alone", async () => {
    const [tag, user] = [`app:${unique()}`, `anna-${unique()}`];
    const paths = [await create({ per_external_user: true, tags: [tag], key_hashes: [people.hash] }, 0.5)];
    const other = await gateway.newKey();
    expect(await statusOf({ user }, {}, other.key)).toBe(200);
    expect(await statusOf({ user, tags: [tag] }, {}, other.key)).toBe(402);
    expect([await statusOf({ user }), await statusOf({})]).toEqual([402, 200]);
    for (const path of paths) await gateway.call("DELETE", path);
  });

  test.each([
    ["a malformed tag", { tags: ["two words"] }],
    ["an empty name", { external_users: [""] }],
    ["a name with a NUL", { external_users: ["a\0b"] }],
  ])("cannot have %s", async (_name, fields) => {
    const body = { name: `Team ${unique()}`, limit_usd: 1, ...fields };
    expect((await gateway.call("POST", BUDGETS, body)).status).toBe(400);
  });
});
