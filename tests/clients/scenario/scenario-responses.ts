import { describe, expect, test } from "vitest";
import type { Client } from "./scenario-driver.ts";
import { bodyOf, type UpstreamCase, upstreams } from "./scenario-upstreams.ts";
import type { World } from "./scenario-world.ts";

const PROMPT = "Grüße, 世界 👋 and good morning";
const SYSTEM = "Answer like a pirate.";
const SCHEMA = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
/** One transparent pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Text, system prompt, stop sequence, structured output and image, each whole and streamed. */
export function answers(client: Client, world: World): void {
  describe.each(cells())("$upstream.name, $how", ({ upstream, streamed }) => {
    const ask = { model: upstream.model, prompt: PROMPT, streamed };
    const lastBody = () => bodyOf(world.upstream.requests.at(-1));

    test("text arrives complete, with usage", async () => {
      const pieces: string[] = [];
      const turn = await client.ask(world.connection(), { ...ask, onText: (piece) => pieces.push(piece) });
      expect(turn.text).toBe(upstream.says(PROMPT));
      expect(turn.inputTokens).toBeGreaterThan(0);
      expect(turn.outputTokens).toBeGreaterThan(0);
      if (streamed) expect(pieces.join("")).toBe(turn.text);
      if (streamed) expect(pieces.length).toBeGreaterThan(1);
    });

    test("a system prompt reaches the model as its instruction", async () => {
      const turn = await client.ask(world.connection(), { ...ask, system: SYSTEM });
      expect(turn.text).toBe(upstream.says(PROMPT));
      if (!upstream.inProcess) expect(JSON.stringify(upstream.system(lastBody()))).toContain(SYSTEM);
    });

    test.runIf(upstream.stopsIn.includes(client.dialect))("a stop sequence ends the text", async () => {
      const turn = await client.ask(world.connection(), { ...ask, prompt: "one two HALT three", stop: "HALT" });
      expect(turn.text).toBe(upstream.says("one two "));
    });

    test("structured output matches its schema", async () => {
      const turn = await client.ask(world.connection(), { ...ask, schema: SCHEMA });
      expect(JSON.parse(turn.text)).toEqual({ city: upstream.inProcess ? PROMPT : "sample city" });
    });

    test("an image reaches the model", async () => {
      const turn = await client.ask(world.connection(), { ...ask, image: PNG });
      expect(turn.text).toBe(upstream.says(PROMPT));
      if (!upstream.inProcess) expect(world.upstream.requests.at(-1)?.raw.includes(PNG)).toBe(true);
    });
  });
}

/** Every upstream, whole and streamed. */
export function cells(among: UpstreamCase[] = upstreams) {
  return among.flatMap((upstream) => [
    { upstream, streamed: false, how: "whole" },
    { upstream, streamed: true, how: "streamed" },
  ]);
}
