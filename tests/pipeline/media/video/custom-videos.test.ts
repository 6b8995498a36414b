import { expect, test } from "vitest";
import { type Event, recordOf, until } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

// Videos of an OpenAI-compatible server that an administrator added.
const KEY = "key-of-acme-9f8e7d6c5b4a";
const TENANT = "tenant-secret-1a2b3c4d5e";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", VIDEO_POLL_MS: "100" } });

let made = 0;

async function add(): Promise<{ id: string; slug: string }> {
  const slug = `acme-${++made}`;
  const { status, body } = await gateway.call("POST", "/providers/custom", {
    name: "Acme videos",
    slug,
    base_url: `${upstream.url}/${slug}/v1`,
    api_key: KEY,
    headers: { "X-Tenant": TENANT },
    models: [{ id: "wan-2.2", output_modalities: ["video"], prices: { seconds: "0.05" } }],
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return { id: body.data.id, slug };
}

const begin = (slug: string, body: object = {}) =>
  gateway.call("POST", "/videos", { model: `${slug}/wan-2.2`, prompt: "A red fox in the snow", ...body });

const over = ({ id }: { id: string }): Promise<Event> =>
  until(async () => {
    const { body } = await gateway.call("GET", `/videos/${id}`);
    return ["pending", "in_progress"].includes(body.status) ? undefined : body;
  }, "the end of the job");

test("a video is requested, polled and downloaded with the provider's key and headers, and priced by second", async () => {
  const { slug } = await add();
  const listed = (await gateway.call("GET", "/videos/models")).body.data.map(({ id }: { id: string }) => id);
  expect(listed).toContain(`${slug}/wan-2.2`);
  const begun = await begin(slug, { duration: 6, size: "1280x720", seed: 7 });
  expect([begun.status, begun.body.error]).toEqual([200, undefined]);
  const job = await over(begun.body);
  expect(job).toMatchObject({ status: "completed", usage: { cost: 0.3, is_byok: false } });
  expect((await (await fetch(job.unsigned_urls[0])).arrayBuffer()).byteLength).toBeGreaterThan(4096);
  const requests = upstream.requests.filter(({ path }) => path.startsWith(`/${slug}/v1/videos`));
  expect(requests[0]).toMatchObject({
    path: `/${slug}/v1/videos`,
    body: { model: "wan-2.2", seconds: "6", size: "1280x720", seed: "7" },
  });
  expect(requests.at(-1)?.path).toMatch(/\/content$/);
  expect(requests.length).toBeGreaterThan(2);
  for (const { headers } of requests)
    expect([headers.authorization, headers["x-tenant"]]).toEqual([`Bearer ${KEY}`, TENANT]);
  const record = await recordOf(gateway, begun.headers);
  expect(record).toMatchObject({ total_cost: 0.3, provider_name: slug, usage_units: { seconds: 6 } });
});

test("a job continues with the key that its provider has now, and another workspace cannot start one", async () => {
  const { id, slug } = await add();
  upstream.script({ match: ({ path }) => /\/videos\/[^/]+$/.test(path), reply: { status: 500, body: "{}" }, times: 3 });
  const begun = await begin(slug);
  await gateway.call("PATCH", `/providers/custom/${id}`, { api_key: "key-of-acme-replaced-0001" });
  expect(await over(begun.body)).toMatchObject({ status: "completed" });
  const content = upstream.requests.find(({ path }) => path.endsWith("/content"));
  expect(content?.headers.authorization).toBe("Bearer key-of-acme-replaced-0001");
  await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" });
  const { key } = await gateway.newKey({ workspace_id: "second" });
  const refused = await gateway.call("POST", "/videos", { model: `${slug}/wan-2.2`, prompt: "A fox" }, { key });
  expect(refused.status).toBe(404);
});
