import { describe, expect, test } from "vitest";
import { recordOf } from "#tests/pipeline/calling.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { pngOf } from "#tests/support/upstream/media/png.ts";
import { drawingAt } from "./drawing.ts";

const PNG = pngOf(2, 2, [1, 2, 3]);

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "digitalocean", "google", "xai", "black-forest-labs"],
  env: { LAST_FIRST_CONTENT_TIMEOUT_MS: "1500", IDLE_TIMEOUT_MS: "1000" },
});

const draw = drawingAt(gateway);

describe("the cost of a request", () => {
  test("covers each kind of token at its price and can be recomputed", async () => {
    const usage = {
      input_tokens: 300,
      input_tokens_details: { text_tokens: 100, image_tokens: 200 },
      output_tokens: 1056,
      total_tokens: 1356,
    };
    upstream.script({ reply: { body: JSON.stringify({ data: [{ b64_json: PNG.toString("base64") }], usage }) } });
    const { body, headers } = await draw({});
    // 100 at $5, 200 at $8 and 1,056 at $30 a million.
    expect(body.usage).toMatchObject({
      prompt_tokens: 300,
      completion_tokens: 1056,
      total_tokens: 1356,
      cost: 0.03378,
    });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({
      cost_nano_usd: 33_780_000,
      usage_estimated: false,
      unpriced_units: [],
      provider_name: "openai",
      usage_units: { input_tokens: 100, input_image_tokens: 200, output_image_tokens: 1056 },
    });
    expect(record.cost_proof).toMatchObject({ holds: true });
  });

  test("is estimated if the upstream reports no usage", async () => {
    upstream.script({ fault: { omitUsage: true } });
    const { headers } = await draw({ quality: "low" });
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ usage_estimated: true, status: 200 });
    expect(record.usage_units.output_image_tokens).toBe(272);
  });

  test("is rejected with 402 if a limit does not cover it, and nothing is sent", async () => {
    const { key } = await gateway.newKey({ limit: 0.01 });
    const response = await draw({ quality: "high" }, { key });
    expect(response.status).toBe(402);
    expect(upstream.requests).toHaveLength(0);
  });

  test("is zero with BYOK", async () => {
    const stored = await gateway.call("POST", "/byok", { provider: "openai", key: "sk-own-000000000000000000" });
    const { body, headers } = await draw({});
    await gateway.call("DELETE", `/byok/${stored.body.data.id}`);
    expect(upstream.requests[0]?.headers.authorization).toBe("Bearer sk-own-000000000000000000");
    expect(body.usage).toMatchObject({ cost: 0, is_byok: true });
    expect(await recordOf(gateway, headers)).toMatchObject({ is_byok: true, total_cost: 0 });
  });
});
