import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, eventsIn, post, recordOf, saying } from "../calling.ts";
import { refusal } from "./wires.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "openai"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const WHY = "I cannot help with that.";
const metadata = { headers: { "x-service-metadata": "enabled" } };

test.each([true, false])("Claude's refusal gives its reason in chat (stream %s)", async (stream) => {
  upstream.script(refusal.anthropic[0] ?? {});
  const { status, text, headers } = await post(gateway, "chat", saying("chat", CLAUDE, "Hi", { stream }), metadata);
  expect(status, text).toBe(200);
  const choices: Event[] = stream ? eventsIn(text).flatMap(({ choices = [] }) => choices) : JSON.parse(text).choices;
  const said = choices.map(({ delta, message }) => (delta ?? message).refusal ?? "").join("");
  expect(said).toBe(WHY);
  expect(choices.at(-1)).toMatchObject({ finish_reason: "content_filter", native_finish_reason: "refusal" });
  const { notes } = await recordOf(gateway, headers);
  expect(notes).toEqual([
    "response (stop_details category): dropped",
    "response (stop_details recommendedModel): dropped",
  ]);
});

test.each([true, false])("Claude's refusal is a refusal part in responses (stream %s)", async (stream) => {
  upstream.script(refusal.anthropic[0] ?? {});
  const { status, text } = await post(gateway, "responses", saying("responses", CLAUDE, "Hi", { stream }));
  expect(status, text).toBe(200);
  const events = stream ? eventsIn(text) : [];
  const response = stream ? events.at(-2).response : JSON.parse(text);
  expect(response.incomplete_details).toEqual({ reason: "content_filter" });
  expect(response.output).toMatchObject([{ type: "message", content: [{ type: "refusal", refusal: WHY }] }]);
  if (stream) expect(events.find(({ type }) => type === "response.refusal.delta")?.delta).toBe(WHY);
});

test("refusals do not count against the provider", async () => {
  upstream.script(refusal.anthropic[0] ?? {});
  const models = { models: ["openai/gpt-4o-mini"], provider: { only: ["anthropic", "openai"] } };
  for (let call = 0; call < 8; call++) {
    const { headers } = await post(gateway, "chat", saying("chat", CLAUDE, "Hi", models));
    const record = await recordOf(gateway, headers);
    expect(record).toMatchObject({ status: 200, provider_name: "anthropic", finish_reason: "refusal" });
    expect(record.provider_responses).toMatchObject([{ provider_name: "anthropic", status: 200 }]);
  }
});
