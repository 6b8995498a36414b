import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { describe, expect, test } from "vitest";
import { aiModel, packageNames } from "./ai-sdk.ts";
import { upstreams } from "./scenario/scenario-upstreams.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();
const tools = {
  weather: tool({
    inputSchema: jsonSchema<{ city: string }>({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    }),
    execute: ({ city }) => `sunny in ${city}`,
  }),
};

const cells = packageNames.flatMap((name) => upstreams.map((upstream) => ({ name, upstream })));

// Only the address and the key are set: the packages' defaults must work.
describe.each(cells)("ai with $name, $upstream.name", ({ name, upstream }) => {
  const model = () => aiModel(world.connection(), name, upstream.model);
  const prompt = "Please use the tool";
  const answer = upstream.saysOfTools([`sunny in ${upstream.inProcess ? prompt : "sample city"}`]);

  test("generateText() runs the tool and ends with the response", async () => {
    const result = await generateText({ model: model(), prompt, tools, stopWhen: stepCountIs(3), maxRetries: 0 });
    expect(result.steps).toHaveLength(2);
    expect(result.text).toBe(answer);
  });

  test("streamText() runs the tool and ends with the response", async () => {
    const settings = { model: model(), prompt, tools, stopWhen: stepCountIs(3), maxRetries: 0 };
    const result = streamText({ ...settings, onError: ({ error }) => expect.fail(String(error)) });
    expect(await result.text).toBe(answer);
    expect(await result.finishReason).toBe("stop");
  });

  test("a conversation continues with the messages of the last response", async () => {
    const first = { role: "user" as const, content: "Good morning" };
    const { responseMessages } = await generateText({ model: model(), messages: [first], maxRetries: 0 });
    const messages = [first, ...responseMessages, { role: "user" as const, content: "Good night" }];
    const { text } = await generateText({ model: model(), messages, maxRetries: 0 });
    expect(text).toBe(upstream.says("Good night"));
    if (upstream.inProcess) return;
    const sent = world.upstream.requests.at(-1)?.raw.toString();
    expect(sent).toContain("You said: Good morning");
    expect(sent).not.toContain("item_reference");
  });

  test("Output.object() streams parts of the object and ends with all of it", async () => {
    const schema = jsonSchema<{ city: string }>({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    });
    const result = streamText({ model: model(), prompt: "Where?", output: Output.object({ schema }), maxRetries: 0 });
    expect(await result.output).toEqual({ city: upstream.inProcess ? "Where?" : "sample city" });
  });
});
