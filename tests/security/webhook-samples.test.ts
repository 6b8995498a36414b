import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WEBHOOK_SECRET_VARIABLE, webhookSamples } from "#lib/webhook-samples.ts";
import { createWebhookSigner } from "#server/security/webhook-signer.ts";

const signer = createWebhookSigner(Buffer.alloc(32, 1));
const SECRET = signer.secretOf("workspace", 1);
const BODY = JSON.stringify({ type: "video.generation.completed", data: { error: "Größe" } });

beforeEach(() => void vi.stubEnv(WEBHOOK_SECRET_VARIABLE, SECRET));
afterEach(() => void vi.unstubAllEnvs());

const nowSeconds = () => Math.floor(Date.now() / 1000);

test("the Node sample accepts what the gateway signs, and nothing else", async () => {
  const { code } = webhookSamples.find(({ id }) => id === "node") as { code: string };
  const { isFromSwitchboard } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const signature = signer.sign(SECRET, BODY, nowSeconds());
  expect(isFromSwitchboard(BODY, signature)).toBe(true);
  expect(isFromSwitchboard(Buffer.from(BODY), signature)).toBe(true);
  expect(isFromSwitchboard(`${BODY} `, signature)).toBe(false);
  expect(isFromSwitchboard(BODY, signer.sign(signer.secretOf("workspace", 2), BODY, nowSeconds()))).toBe(false);
  expect(isFromSwitchboard(BODY, signer.sign(SECRET, BODY, nowSeconds() - 600))).toBe(false);
  for (const forged of ["", "t=1", "v1=00", `t=${nowSeconds()},v1=`])
    expect(isFromSwitchboard(BODY, forged)).toBe(false);
});
