import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "groq", "mistral", "deepseek"] });

test.each(["openai/gpt-4o-mini", "openai/gpt-oss-120b", "mistralai/mistral-large-2512", "deepseek/deepseek-v4-flash"])(
  "%s gets no empty lists of tools and calls",
  async (model) => {
    const messages = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi", tool_calls: [] },
      { role: "user", content: "Again" },
    ];
    const body = { model, messages, tools: [], tool_choice: "auto", parallel_tool_calls: true };
    const { status, headers, text } = await post(gateway, "chat", body);
    expect([status, headers.get("x-dropped")], text).toEqual([200, null]);
    const sent = (upstream.requests.at(-1) as Event).body;
    expect(Object.keys(sent).filter((name) => /tool/.test(name))).toEqual([]);
    expect(sent.messages[1]).toEqual({ role: "assistant", content: "Hi" });
  },
);
