import { Type } from "@google/genai";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, eventsIn } from "../../pipeline/calling.ts";
import { poster, saying } from "./post-google.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai", "anthropic", "groq"] });
const post = poster(gateway);

const FLASH = "google/gemini-2.5-flash";
const sentBody = () => upstream.requests.at(-1)?.body as Event;

describe("thought signatures", () => {
  const tool = { functionDeclarations: [{ name: "look", parameters: { type: Type.OBJECT, properties: {} } }] };

  test.each([false, true])("of Google come back to it unchanged (stream %s)", async (stream) => {
    const signature = "CiQB/+signed/bytes==";
    const call = { functionCall: { id: "c1", name: "look", args: { n: 12345678901234567890n } } };
    const parts = [
      { text: "Hm.", thought: true },
      { ...call, thoughtSignature: signature },
    ];
    const args = '{"n":12345678901234567890}';
    const wire = JSON.stringify({
      candidates: [
        {
          content: { role: "model", parts: parts.map((part) => ("functionCall" in part ? "CALL" : part)) },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    }).replace('"CALL"', `{"functionCall":{"id":"c1","name":"look","args":${args}},"thoughtSignature":"${signature}"}`);
    upstream.script({ times: 1, reply: { events: [`data: ${wire}\n\n`] } });
    const body = { ...saying("Look"), tools: [tool] };
    const { text } = await post(FLASH, stream ? "streamGenerateContent" : "generateContent", body);
    expect(text).toContain(args);
    const replies: Event[] = stream ? eventsIn(text) : [JSON.parse(text)];
    const sent = replies.flatMap((reply) => reply.candidates[0].content.parts);
    expect(sent).toEqual([
      { functionCall: { id: "c1", name: "look", args: expect.anything() }, thoughtSignature: signature },
    ]);
    const result = { functionResponse: { id: "c1", name: "look", response: { output: "sunny" } } };
    const contents = [...body.contents, { role: "model", parts: sent }, { role: "user", parts: [result] }];
    expect((await post(FLASH, "generateContent", { ...body, contents })).status).toBe(200);
    const turn = sentBody().contents.find(({ role }: Event) => role === "model");
    expect(turn.parts).toMatchObject([{ functionCall: { name: "look" }, thoughtSignature: signature }]);
  });

  test("of thoughts come back to it with them", async () => {
    const parts = [{ text: "Hm.", thought: true, thoughtSignature: "c2lnbmVk" }, { text: "Hi" }];
    const contents = [
      { parts: [{ text: "Hello" }] },
      { role: "model", parts },
      { role: "user", parts: [{ text: "And?" }] },
    ];
    expect((await post("google/gemini-3.1-pro-preview", "generateContent", { contents })).status).toBe(200);
    expect(sentBody().contents[1].parts).toEqual(parts);
  });

  test("of several texts in one turn are named, since chat has one text", async () => {
    const parts = [
      { text: "Hi, ", thoughtSignature: "Zmlyc3Q=" },
      { text: "you", thoughtSignature: "bGFzdA==" },
    ];
    const contents = [
      { parts: [{ text: "Hello" }] },
      { role: "model", parts },
      { role: "user", parts: [{ text: "And?" }] },
    ];
    const { reply } = await post("google/gemini-3.1-pro-preview", "generateContent", { contents });
    expect(sentBody().contents[1].parts).toEqual([{ text: "Hi, you", thoughtSignature: "bGFzdA==" }]);
    expect(reply.service_metadata.conversion.join()).toContain("only the last signature of a text is sent");
  });

  test("of other providers travel as Google's do, and return to the provider that made them", async () => {
    const thinkingConfig = { thinkingBudget: 2000, includeThoughts: true };
    const body = { ...saying("Hello"), generationConfig: { thinkingConfig, maxOutputTokens: 3000 } };
    const model = "anthropic/claude-sonnet-4.5";
    const { reply } = await post(model, "generateContent", body);
    const { parts } = reply.candidates[0].content;
    expect(parts[0]).toEqual({ text: "Thinking about: Hello", thought: true });
    const contents = [...body.contents, { role: "model", parts }, { role: "user", parts: [{ text: "Again" }] }];
    expect((await post(model, "generateContent", { ...body, contents })).status).toBe(200);
    const signature = `Eq${Buffer.from("Thinking about: Hello").toString("base64")}`;
    expect(sentBody().messages[1].content[0]).toMatchObject({
      type: "thinking",
      thinking: "Thinking about: Hello",
      signature,
    });
    // Google gets no signature of another provider.
    expect((await post(FLASH, "generateContent", { ...body, contents })).status).toBe(200);
    expect(JSON.stringify(sentBody())).not.toContain("thoughtSignature");
  });
});
