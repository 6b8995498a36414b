import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

// MiniMax writes its reasoning into the text unless told otherwise, and wants it back there.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["minimax"] });

const model = "minimax/minimax-m2.7";
const sent = () => (upstream.requests.at(-1) as Event).body;

describe.each(["chat", "messages", "responses"] as const)("MiniMax, called from %s,", (dialect) => {
  const asked = dialect === "messages" ? { thinking: { type: "enabled", budget_tokens: 1024 }, max_tokens: 2000 } : {};
  const effort = dialect === "messages" ? {} : { reasoning: { effort: "high" } };

  test.each([false, true])("has no reasoning in its text (stream %s)", async (stream) => {
    const body = saying(dialect, model, "Hello", { ...asked, ...effort, stream });
    const { status, text } = await post(gateway, dialect, body);
    expect(status, text).toBe(200);
    expect(sent().reasoning_split).toBe(true);
    expect(text).not.toContain("<think>");
    expect(text).toMatch(/reasoning_content|thinking|reasoning_text|summary_text/);
  });
});

test.each([
  [
    "chat",
    {
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi", reasoning_content: "Hm." },
        { role: "user", content: "Again" },
      ],
    },
  ],
  [
    "messages",
    {
      max_tokens: 2000,
      thinking: { type: "enabled", budget_tokens: 1024 },
      messages: [
        { role: "user", content: "Hello" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "" },
            { type: "text", text: "Hi" },
          ],
        },
        { role: "user", content: "Again" },
      ],
    },
  ],
] as [DialectName, Event][])("MiniMax gets its reasoning back in the text, from %s", async (dialect, body) => {
  const { status, text } = await post(gateway, dialect, { model, ...body });
  expect(status, text).toBe(200);
  expect(sent().messages[1]).toEqual({ role: "assistant", content: "<think>\nHm.\n</think>\n\nHi" });
});
