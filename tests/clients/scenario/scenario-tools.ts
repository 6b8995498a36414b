import { describe, expect, test } from "vitest";
import type { Client } from "./scenario-driver.ts";
import { cells } from "./scenario-responses.ts";
import { remoteUpstreams, type UpstreamCase, upstreams } from "./scenario-upstreams.ts";
import type { World } from "./scenario-world.ts";

/** Tool calls and reasoning, also when they are sent back in the next turn. */
export function toolsAndThoughts(client: Client, world: World): void {
  describe.each(cells())("$upstream.name, $how", ({ upstream, streamed }) => {
    test("a tool's result leads to the final response", async () => {
      const ask = { model: upstream.model, prompt: "Please use the tool", streamed, tools: ["weather"] };
      const turn = await client.ask(world.connection(), ask);
      expect(turn.calls).toMatchObject([{ name: "weather" }]);
      const final = await turn.answerCalls(["sunny"]);
      expect(final.text).toBe(upstream.saysOfTools(["sunny"]));
      expect(final.calls).toEqual([]);
    });
  });

  describe.each(cells(remoteUpstreams))("$upstream.name, $how", ({ upstream, streamed }) => {
    test("results of parallel tool calls are sent together", async () => {
      const ask = { model: upstream.model, prompt: "Please use the tools", streamed, tools: ["weather", "clock"] };
      const turn = await client.ask(world.connection(), ask);
      expect(turn.calls.map(({ name }) => name)).toEqual(["weather", "clock"]);
      expect(new Set(turn.calls.map(({ id }) => id)).size).toBe(2);
      const final = await turn.answerCalls(["sunny", "noon"]);
      expect(final.text).toBe(upstream.saysOfTools(["sunny", "noon"]));
    });
  });

  if (client.ignoresReasoning) return;
  const thinking = upstreams.filter(({ thinksIn }) => thinksIn.includes(client.dialect));
  describe.each(cells(thinking))("$upstream.name, $how", ({ upstream, streamed }) => {
    const thoughtOf = (prompt: string) => `Thinking about: ${prompt}`;
    const lastBody = () => world.upstream.requests.at(-1)?.raw.toString() ?? "";

    test("reasoning is returned with the text and sent back in the next turn", async () => {
      const ask = { model: upstream.model, prompt: "Good morning", streamed, thinks: true };
      const turn = await client.ask(world.connection(), ask);
      expect(turn.text).toBe(upstream.says("Good morning"));
      expect(turn.reasoning).toBe(thoughtOf("Good morning"));
      const next = await turn.say("And good night");
      expect(next.text).toBe(upstream.says("And good night"));
      if (!upstream.provesCallsOnly) expectProof(upstream, thoughtOf("Good morning"), lastBody());
    });

    test("reasoning before a tool call is sent back with the result", async () => {
      const prompt = "Please use the tool";
      const ask = { model: upstream.model, prompt, streamed, thinks: true, tools: ["weather"] };
      const turn = await client.ask(world.connection(), ask);
      const final = await turn.answerCalls(["sunny"]);
      expect(final.text).toBe(upstream.saysOfTools(["sunny"]));
      expectProof(upstream, thoughtOf(prompt), lastBody());
    });
  });
}

/** Expects the proof of reasoning in a body, and no reasoning if the upstream takes none back. */
function expectProof({ proof }: UpstreamCase, thinking: string, body: string): void {
  if (proof) expect(body).toContain(proof(thinking));
  else expect(body).not.toContain(thinking);
}
