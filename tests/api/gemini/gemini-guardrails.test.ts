import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { codeParts, facts, responseWith } from "#tests/support/upstream/gemini/events.ts";
import { EMAIL, emailRule, guardedKeys } from "../../pipeline/guard/guarding.ts";
import { ask, asking, partsIn, responsesOf } from "./asking.ts";

// Guardrails read what only callers in Google's form get.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"] });
const keyFor = guardedKeys(gateway);

const HI = asking({ text: "Hi" });
const REDACT = emailRule("redact", { applies_to: "output" });
const TEXT = `Write to ${EMAIL} now.`;

test("a value among the values to choose from is redacted", async () => {
  const key = await keyFor(emailRule("redact"));
  const responseSchema = { type: "STRING", enum: [EMAIL, "nobody"] };
  await responsesOf(gateway, { ...HI, generationConfig: { responseMimeType: "text/x.enum", responseSchema } }, { key });
  expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain('"enum":["[EMAIL_1]","nobody"]');
});

describe.each([false, true])("with a guardrail (stream %s)", (stream) => {
  test("what repeats a redacted text is left out, and the rest stays", async () => {
    const key = await keyFor(REDACT);
    upstream.script({ reply: { events: [responseWith([{ text: TEXT }], facts(TEXT))] } });
    const responses = await responsesOf(gateway, HI, { stream, key });
    expect(JSON.stringify(responses)).not.toMatch(/ana\.silva|endIndex|logprobsResult/);
    expect(
      partsIn(responses)
        .map(({ text }) => text)
        .join(""),
    ).toBe("Write to [EMAIL_1] now.");
    expect(responses.at(-1).candidates[0]).toMatchObject({
      finishReason: "STOP",
      groundingMetadata: { webSearchQueries: ["a query"], groundingChunks: [{ web: { title: "found" } }] },
    });
  });

  test("a text that no rule changes keeps its supports", async () => {
    const key = await keyFor(REDACT);
    upstream.script({ reply: { events: [responseWith([{ text: "All is well." }], facts("All is well."))] } });
    const [candidate] = (await responsesOf(gateway, HI, { stream, key })).at(-1).candidates;
    expect(candidate.groundingMetadata).toEqual(facts("All is well.").groundingMetadata);
  });

  test("a value in a query, in code, in its output or in a reason is redacted", async () => {
    const key = await keyFor(REDACT);
    const more = { groundingMetadata: { webSearchQueries: [EMAIL] }, finishMessage: `Said ${EMAIL}` };
    upstream.script({ reply: { events: [responseWith(codeParts(`mail("${EMAIL}")`, `${EMAIL}\n`), more)] } });
    const responses = await responsesOf(gateway, HI, { stream, key });
    expect(JSON.stringify(responses)).not.toContain("ana.silva");
    expect(partsIn(responses)).toContainEqual({
      executableCode: { language: "PYTHON", code: 'mail("[EMAIL_1]")' },
      thoughtSignature: "c2lnbmVk",
    });
    expect(responses.at(-1).candidates[0]).toMatchObject({
      groundingMetadata: { webSearchQueries: ["[EMAIL_1]"] },
      finishMessage: "Said [EMAIL_1]",
    });
  });

  test("a value in the arguments of a call is redacted, also for a client that asks for them in pieces", async () => {
    const key = await keyFor(REDACT);
    const call = (to: string) => ({ functionCall: { name: "send", args: { mails: [{ to }] } } });
    upstream.script({ reply: { events: [responseWith([call(EMAIL)])] } });
    const toolConfig = { functionCallingConfig: { streamFunctionCallArguments: true } };
    const tools = [{ functionDeclarations: [{ name: "send", parametersJsonSchema: { type: "object" } }] }];
    const responses = await responsesOf(gateway, { ...HI, tools, toolConfig }, { stream, key });
    expect(partsIn(responses)).toMatchObject([call("[EMAIL_1]")]);
  });

  test("a value in a text file is redacted", async () => {
    const key = await keyFor(REDACT);
    const file = (text: string) => ({
      inlineData: { mimeType: "text/csv", data: Buffer.from(text).toString("base64") },
    });
    upstream.script({ reply: { events: [responseWith([{ text: "See" }, file(`name,${EMAIL}`)])] } });
    expect(partsIn(await responsesOf(gateway, HI, { stream, key }))).toContainEqual(file("name,[EMAIL_1]"));
  });

  test("a value in code blocks the response", async () => {
    const key = await keyFor(emailRule("block", { applies_to: "output" }));
    upstream.script({ reply: { events: [responseWith(codeParts(`mail("${EMAIL}")`, "ok"))] } });
    const { status, text } = await ask(gateway, HI, { stream, key });
    if (!stream) expect(status).toBe(403);
    expect(text).not.toMatch(/ana\.silva|finishReason/);
    expect(text).toMatch(/guardrail/i);
  });
});

test.each([false, true])("code that Google ran is stored with the response (stream %s)", async (stream) => {
  await gateway.call("PATCH", "/workspaces/default", { is_observability_io_logging_enabled: true });
  upstream.script({ reply: { events: [responseWith(codeParts("print(1)", "1\n"))] } });
  const { headers } = await ask(gateway, HI, { stream });
  const { body } = await gateway.call("GET", `/generation/content?id=${headers.get("x-generation-id")}`);
  expect(body.data.output).toMatchObject({
    completion: "Let me run it.It is done.",
    tool_calls: [{ name: "code_execution", arguments: "print(1)" }],
  });
});
