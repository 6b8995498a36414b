import { expect, test, vi } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../pipeline/calling.ts";

// Custom providers whose model lists are read by a job.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", UNPRICED_MODELS: "serve" },
});

let made = 0;

async function add(fields: object = {}) {
  const slug = `acme-${++made}`;
  const { status, body } = await gateway.call("POST", "/providers/custom", {
    name: "Acme",
    slug,
    base_url: `${upstream.url}/${slug}/v1`,
    api_key: "key-of-acme-9f8e7d6c5b4a",
    reads_model_list: true,
    ...fields,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return { id: body.data.id as string, slug };
}

const list = (slug: string, names: string[]) =>
  upstream.script({
    match: ({ path }) => path === `/${slug}/v1/models`,
    reply: { body: JSON.stringify({ object: "list", data: names.map((id) => ({ id, object: "model" })) }) },
  });
const get = async (id: string) => (await gateway.call("GET", `/providers/custom/${id}`)).body.data;
const listed = async () =>
  (await gateway.call("GET", "/models?limit=1000")).body.data.map((model: { id: string }) => model.id);

test("models that the server lists are offered without a price, and a model of the provider's own stays as it is", async () => {
  const slug = `acme-${made + 1}`;
  list(slug, ["llama", "qwen"]);
  const { id } = await add({ models: [{ id: "llama", prices: { input_tokens: "0.1", output_tokens: "0.2" } }] });
  await vi.waitFor(async () => expect((await get(id)).model_list?.models).toEqual([`${slug}/qwen`]), 20_000);
  expect(await get(id)).toMatchObject({ reads_model_list: true, models: [{ id: "llama" }] });
  expect(await listed()).toEqual(expect.arrayContaining([`${slug}/llama`, `${slug}/qwen`]));
  const { status, body } = await gateway.call("POST", "/chat/completions", saying("chat", `${slug}/qwen`, "Hello"));
  expect([status, body.error]).toEqual([200, undefined]);
  const record = (await gateway.call("GET", `/generation?id=${body.id}`)).body.data;
  expect(record).toMatchObject({
    model: `${slug}/qwen`,
    total_cost: 0,
    unpriced_units: ["input_tokens", "output_tokens"],
  });
  await gateway.call("PATCH", `/providers/custom/${id}`, { reads_model_list: false });
  expect((await get(id)).model_list).toBeNull();
  expect(await listed()).not.toContain(`${slug}/qwen`);
});

test("a model's record is found under the ID in the list, whatever slashes it has", async () => {
  const slug = `acme-${made + 1}`;
  const ids = ["unsloth/qwen3:Q4_K_M", "hf.co/unsloth/qwen3-coder"].map((name) => `${slug}/${name}`);
  list(slug, ["unsloth/qwen3:Q4_K_M", "hf.co/unsloth/qwen3-coder"]);
  const { id } = await add();
  await vi.waitFor(async () => expect((await get(id)).model_list?.models).toHaveLength(2), 20_000);
  for (const name of ids) {
    for (const path of [`/models/${name}`, `/models/${encodeURIComponent(name)}`]) {
      expect((await gateway.call("GET", path)).body.id).toBe(name);
      expect((await gateway.call("GET", `${path}?q=a/b`)).body.id).toBe(name);
    }
    expect((await gateway.call("GET", `/model/${name}`)).body.data.id).toBe(name);
    expect((await gateway.call("GET", `/models/${name}/endpoints`)).body.data.id).toBe(name);
  }
});

test("a list that is off is not read, and one that cannot be read offers nothing", async () => {
  const off = await add({ reads_model_list: false });
  const broken = `acme-${made + 1}`;
  upstream.script({ match: ({ path }) => path === `/${broken}/v1/models`, reply: { status: 500, body: "{}" } });
  const { id } = await add();
  const asked = (slug: string) => upstream.requests.filter(({ path }) => path === `/${slug}/v1/models`).length;
  await vi.waitFor(() => expect(asked(broken)).toBe(1), 20_000);
  expect(asked(off.slug)).toBe(0);
  expect(await get(id)).toMatchObject({ model_list: null });
});

test("an address that was changed offers nothing until its own list was read", async () => {
  const slug = `acme-${made + 1}`;
  list(slug, ["qwen"]);
  const { id } = await add();
  await vi.waitFor(async () => expect((await get(id)).model_list).not.toBeNull(), 20_000);
  await gateway.call("PATCH", `/providers/custom/${id}`, { base_url: `${upstream.url}/elsewhere/v1` });
  list("elsewhere", ["other"]);
  await vi.waitFor(async () => expect((await get(id)).model_list?.models).toEqual([`${slug}/other`]), 20_000);
});
