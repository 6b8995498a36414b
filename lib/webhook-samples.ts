import type { RequestSample } from "./request-samples.ts";

/** The name of the environment variable that samples and .env lines use. */
export const WEBHOOK_SECRET_VARIABLE = "SWITCHBOARD_WEBHOOK_SECRET";

/** Shows how a receiver verifies that a message comes from the gateway and is recent. */
export const webhookSamples: readonly RequestSample[] = [
  {
    id: "node",
    label: "Node",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the raw body, before it is parsed.
// signature: the header X-Switchboard-Signature.
export function isFromSwitchboard(rawBody, signature) {
  const { t = "", v1 = "" } = Object.fromEntries(signature.split(",").map((part) => part.split("=")));
  if (Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const secret = process.env.${WEBHOOK_SECRET_VARIABLE};
  const expected = createHmac("sha256", secret).update(\`\${t},\${rawBody}\`).digest();
  const received = Buffer.from(v1, "hex");
  return received.length === expected.length && timingSafeEqual(received, expected);
}`,
  },
  {
    id: "python",
    label: "Python",
    code: `import hashlib
import hmac
import os
import time

# raw_body: the raw body in bytes, before it is parsed.
# signature: the header X-Switchboard-Signature.
def is_from_switchboard(raw_body: bytes, signature: str) -> bool:
    parts = dict(part.partition("=")[::2] for part in signature.split(","))
    sent, received = parts.get("t", ""), parts.get("v1", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    secret = os.environ["${WEBHOOK_SECRET_VARIABLE}"].encode()
    expected = hmac.new(secret, sent.encode() + b"," + raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(received, expected)`,
  },
];
