import { createHmac } from "node:crypto";

/** Signs webhook messages about videos, with one secret per workspace. */
export type WebhookSigner = {
  /** Derives the secret from the installation's secret, the workspace and the number of rotations; it is not stored. */
  secretOf(workspaceId: string, version: number): string;
  /** `t=<Unix seconds>,v1=<hex HMAC-SHA256 of "<t>,<body>">`. */
  sign(secret: string, body: string, nowSeconds: number): string;
};

/** Creates a signer; `key` has 32 bytes. */
export function createWebhookSigner(key: Buffer): WebhookSigner {
  return {
    secretOf: (workspaceId, version) =>
      `whsec_${createHmac("sha256", key).update(`${workspaceId} ${version}`).digest("base64url")}`,
    sign(secret, body, nowSeconds) {
      const digest = createHmac("sha256", secret).update(`${nowSeconds},${body}`).digest("hex");
      return `t=${nowSeconds},v1=${digest}`;
    },
  };
}
