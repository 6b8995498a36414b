import { describe, expect, test } from "vitest";
import { aiSdk, packageNames } from "#tests/clients/ai-sdk.ts";
import { anthropicMessages } from "#tests/clients/anthropic.ts";
import { googleGenai } from "#tests/clients/google-genai.ts";
import { openaiChat } from "#tests/clients/openai-chat.ts";
import { openaiResponses } from "#tests/clients/openai-responses.ts";
import type { TurnRequest } from "#tests/clients/scenario/scenario-driver.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { cloudsBefore } from "../billing/cloud-prices.ts";

const upstream = sharedUpstream();
const environment = cloudsBefore(upstream);
const gateway = sharedGateway(() => ({ env: environment() }));

/** Models that only this cloud serves here, so that no other can respond. */
const MODELS = {
  azure: "openai/gpt-4.1",
  "amazon-bedrock": "amazon/nova-pro-v1",
  "google-vertex": "google/gemini-2.5-flash",
};
const CLIENTS = [openaiResponses, openaiChat, anthropicMessages, googleGenai, ...packageNames.map(aiSdk)];
const cells = Object.entries(MODELS).flatMap(([cloud, model]) => CLIENTS.map((client) => ({ cloud, model, client })));

describe.each(cells)("$client.name at $cloud", ({ cloud, model, client }) => {
  test.each([false, true])("completes a turn and a tool call (streamed: %s)", async (streamed) => {
    const connection = { url: gateway.url, key: (await gateway.newKey()).key };
    const ask = (request: Partial<TurnRequest>) =>
      client.ask(connection, { model, prompt: "Hello", streamed, ...request });
    expect(await ask({})).toMatchObject({ text: "You said: Hello" });
    const turn = await ask({ prompt: "use the tool", tools: ["weather"] });
    expect(turn.calls.map(({ name }) => name)).toEqual(["weather"]);
    expect((await turn.answerCalls(["sunny"])).text).toBe("The tool said: sunny");
    const { body } = await gateway.call("GET", "/generations?limit=3");
    expect(body.data.map((row: { provider_name: string }) => row.provider_name)).toEqual([cloud, cloud, cloud]);
  });
});
