import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { drawingAt, MODEL } from "./drawing.ts";

/** Served by two providers. */
const SHARED = "openai/gpt-image-1.5";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "digitalocean", "google", "xai", "black-forest-labs"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

const draw = drawingAt(gateway);

const sent = (at = 0) => upstream.requests[at]?.body as Record<string, unknown>;

describe("a workspace", () => {
  const change = (fields: object) => gateway.call("PATCH", "/workspaces/default", fields);

  test("sets the model of requests without one", async () => {
    expect((await change({ default_image_model: MODEL })).status).toBe(200);
    const { status } = await draw({ model: undefined });
    const generations = await gateway.call("POST", "/images/generations", { prompt: "A red cube" });
    await change({ default_image_model: null });
    expect([status, generations.status]).toEqual([200, 200]);
    expect([sent(0).model, sent(1).model]).toEqual(["gpt-image-2", "gpt-image-2"]);
  });

  test("can restrict images to management keys", async () => {
    const { key } = await gateway.newKey();
    expect((await draw({}, { key })).status).toBe(200);
    expect((await change({ images_need_management_key: true })).status).toBe(200);
    const refused = await draw({}, { key });
    const other = await gateway.call("POST", "/images/generations", { model: MODEL, prompt: "A" }, { key });
    const managed = await draw({});
    await change({ images_need_management_key: false });
    const message = "Only management keys can perform this operation";
    for (const { status, body } of [refused, other]) expect([status, body.error.message]).toEqual([403, message]);
    expect(managed.status).toBe(200);
  });
});

describe("image models", () => {
  type Listed = { id: string; supports_streaming: boolean; available: boolean; supported_parameters: object };

  test("are listed with their parameters, without a key", async () => {
    const { status, body } = await gateway.call("GET", "/images/models", undefined, { key: null });
    expect(status).toBe(200);
    const model = body.data.find(({ id }: Listed) => id === MODEL);
    expect(model).toMatchObject({
      supports_streaming: true,
      available: true,
      endpoints: `/api/v1/images/models/${MODEL}/endpoints`,
      supported_parameters: {
        quality: { type: "enum", values: ["low", "medium", "high"] },
        n: { type: "range", min: 1, max: 10 },
        input_references: { type: "range", min: 0, max: 16 },
      },
    });
    const ids = body.data.map(({ id }: Listed) => id);
    expect(ids).toEqual(
      expect.arrayContaining(["local/poster", "x-ai/grok-imagine-image", "black-forest-labs/flux-2-pro"]),
    );
    expect(ids).not.toContain("openai/gpt-4o-mini");
  });

  test("list the accepted sizes: any, some or none", async () => {
    const { body } = await gateway.call("GET", "/images/models");
    const size = (name: string) => body.data.find(({ id }: Listed) => id === name).supported_parameters.size;
    expect(size(MODEL)).toEqual({ type: "boolean" });
    expect(size(SHARED)).toEqual({ type: "enum", values: ["1024x1024", "1536x1024", "1024x1536"] });
    expect(size("google/gemini-3-pro-image-preview")).toBeUndefined();
  });

  test("have endpoints with their own prices and parameters", async () => {
    const { status, body } = await gateway.call("GET", `/images/models/${SHARED}/endpoints`, undefined, { key: null });
    expect([status, body.id]).toEqual([200, SHARED]);
    const endpointOf = (slug: string) =>
      body.endpoints.find(({ provider_slug }: { provider_slug: string }) => provider_slug === slug);
    const other = endpointOf("digitalocean");
    expect(other).toMatchObject({ provider_name: "DigitalOcean", supports_streaming: false });
    expect(other.supported_parameters.input_references).toBeUndefined();
    const own = endpointOf("openai");
    expect(own).toMatchObject({ provider_name: "OpenAI", provider_tag: "openai", supports_streaming: true });
    expect(own.allowed_passthrough_parameters).toContain("moderation");
    expect(own.pricing).toEqual(
      expect.arrayContaining([
        { billable: "input_text", unit: "token", cost_usd: 0.000005 },
        { billable: "output_image", unit: "token", cost_usd: 0.00001 },
      ]),
    );
  });

  test.each(["openai/nothing", "openai/gpt-4o-mini"])("%s has no endpoints: 404", async (name) => {
    expect((await gateway.call("GET", `/images/models/${name}/endpoints`)).status).toBe(404);
  });
});
