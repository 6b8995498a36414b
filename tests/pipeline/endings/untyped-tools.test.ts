import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["mistral", "openai", "anthropic"] });

const named = { function: { name: "look", parameters: { type: "object", properties: {} } } };

test.each(["mistralai/mistral-large-2512", "openai/gpt-4o-mini", "anthropic/claude-sonnet-4.5"])(
  "%s accepts functions without a type, as Mistral's clients send them",
  async (model) => {
    const call = { id: "abcdefghi", function: { name: "look", arguments: "{}" } };
    const body = {
      ...saying("chat", model, "use the tool", { tools: [named], tool_choice: { function: { name: "look" } } }),
      messages: [
        { role: "user", content: "use the tool" },
        { role: "assistant", content: "", tool_calls: [call] },
        { role: "tool", tool_call_id: "abcdefghi", content: "rain" },
      ],
    };
    const { status, text } = await post(gateway, "chat", body);
    expect(status, text).toBe(200);
    expect(JSON.parse(text).choices[0].message).toBeDefined();
    const sent = upstream.requests.at(-1)?.body as Record<string, never>;
    if (model.startsWith("anthropic/")) {
      expect(sent).toMatchObject({ tools: [{ name: "look" }], tool_choice: { type: "tool", name: "look" } });
      return;
    }
    expect(sent).toMatchObject({
      tools: [{ type: "function", ...named }],
      tool_choice: { type: "function", function: { name: "look" } },
      messages: [{}, { tool_calls: [{ type: "function", ...call }] }, {}],
    });
  },
);
