import { expect } from "vitest";
import type { ApiResult, TestGateway } from "../servers/gateway.ts";

type Sender = Pick<TestGateway, "call">;
type Sent = { secrets?: Record<string, string> };

/** Plans a document and returns the plan. */
export async function planDocument({ call }: Sender, document: string, sent: Sent = {}) {
  const { status, body } = await call("POST", "/config/plan", { document, ...sent });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Plans a document and applies exactly that plan. */
export async function applyDocument(gateway: Sender, document: string, sent: Sent = {}): Promise<ApiResult> {
  const { plan_hash } = await planDocument(gateway, document, sent);
  return applyPlan(gateway, document, plan_hash, sent);
}

/** Applies the plan that `planDocument` returned for a document. */
export async function applyPlan({ call }: Sender, document: string, plan_hash: string, sent: Sent = {}) {
  const applied = await call("POST", "/config", { document, plan_hash, ...sent });
  expect([applied.status, applied.body.error]).toEqual([200, undefined]);
  return applied;
}
