import { FunctionCallingConfigMode, GoogleGenAI, Type } from "@google/genai";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Event } from "../../pipeline/calling.ts";

// What the published client calls besides the turns of `tests/clients/google-genai.test.ts`.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });

const FLASH = "google/gemini-2.5-flash";
const sentBody = () => upstream.requests.at(-1)?.body as Event;

test("the published client counts tokens", async () => {
  const client = new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
  const { totalTokens } = await client.models.countTokens({ model: FLASH, contents: "Hello there" });
  expect(totalTokens).toBe(3);
});

test("a forced function call and the client's chats work", async () => {
  const client = new GoogleGenAI({ apiKey: gateway.managementKey, httpOptions: { baseUrl: gateway.url } });
  const chat = client.chats.create({
    model: "openai/gpt-5-mini",
    config: {
      tools: [{ functionDeclarations: [{ name: "look", parameters: { type: Type.OBJECT, properties: {} } }] }],
      toolConfig: {
        functionCallingConfig: { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ["look"] },
      },
    },
  });
  const first = await chat.sendMessage({ message: "Please use the tool" });
  expect(first.functionCalls).toMatchObject([{ name: "look", args: {} }]);
  expect(sentBody().tool_choice).toEqual({ type: "function", function: { name: "look" } });
});
