import { createChatCompletion } from "#lib/contract/chat.ts";
import type { BodyOf } from "#lib/contract/endpoint.ts";
import { testGuardrail as endpoint } from "#lib/contract/guardrail-tests.ts";
import { createMessage } from "#lib/contract/messages.ts";
import { createResponse } from "#lib/contract/responses.ts";
import type { Principal } from "#server/caller/principal.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { operation } from "#server/http/operation.ts";
import { completeCall } from "#server/operations/complete-call.ts";
import { findTestedGuardrail } from "./find-tested-guardrail.ts";
import { testRecord } from "./test-record.ts";
import { medianMs, type TestRun, testRequest, testResponse } from "./test-run.ts";

export const testGuardrail = operation(endpoint)(async (gateway, { principal, body }) => {
  const { effective, workspaceId } = await findTestedGuardrail(gateway, principal, body);
  const test = await runnerOf(gateway, principal, body, workspaceId);
  const run = await test(effective);
  return { data: testRecord(effective, run, await medianMs(() => test(effective))) };
});

type Sent = BodyOf<typeof endpoint>;
type Runner = (effective: Parameters<typeof testRequest>[0]) => Promise<TestRun>;

const DIALECTS = {
  responses: { dialect: responses, schema: createResponse.body },
  messages: { dialect: messages, schema: createMessage.body },
  chat: { dialect: chat, schema: createChatCompletion.body },
};

async function runnerOf(gateway: Gateway, principal: Principal, sent: Sent, workspaceId: string): Promise<Runner> {
  const { text } = sent;
  if (text !== undefined && sent.direction === "output") return (effective) => testResponse(effective, text);
  if (text !== undefined) {
    const saying: Body = { messages: [{ role: "user", content: text }] };
    return async (effective) => textOnly(await testRequest(effective, chat, saying), saying);
  }
  const { dialect, schema } = DIALECTS[sent.dialect];
  parseInput(schema, sent.body, "request");
  const { raw } = await completeCall(gateway, sent.dialect, {
    principal: { ...principal, workspaceId },
    raw: sent.body as Body,
  });
  return (effective) => testRequest(effective, dialect, raw);
}

/** Returns the test of a request as a test of its only text. */
function textOnly(run: TestRun, saying: Body): TestRun {
  const [message] = ((run.body ?? saying).messages ?? []) as { content: string }[];
  const found = run.found.map(({ applied }) => ({ path: null, applied }));
  return { ...run, found, body: null, text: run.refusal ? null : (message?.content ?? null) };
}
