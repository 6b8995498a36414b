import { describe, expect, test } from "vitest";
import { formOf, jsonProblem, setStreamed } from "#components/docs/try-it/request-body.ts";
import { endOf, nameOf } from "#components/docs/try-it/stream-event.ts";
import { trialOf } from "#components/docs/try-it/trial.ts";
import { contract } from "#lib/contract/index.ts";
import { operations } from "#lib/docs/reference.ts";

const json = (data: object, event?: string) => ({ id: undefined, event, data: JSON.stringify(data) });
const DONE = { id: undefined, event: undefined, data: "[DONE]" };

describe("the endpoints that can be tried", () => {
  test("are all except WebSockets and those that only return an error", () => {
    const untried = operations.filter((operation) => !trialOf(operation)).map(({ id }) => id);
    expect(untried).toEqual(["connectResponses", "chargeCredits"]);
  });

  test.each(contract.filter(({ body }) => body))("the prefilled request of $id is valid", (endpoint) => {
    const operation = operations.find(({ id }) => id === endpoint.id);
    const trial = trialOf(operation as (typeof operations)[number]);
    const body: unknown = JSON.parse(trial?.body ?? "");
    expect(endpoint.body?.safeParse(body).error?.issues ?? []).toEqual([]);
    expect((body as { stream?: boolean }).stream).toBe(trial?.streams ? true : undefined);
  });

  test("every endpoint that accepts a file has a form with its part", () => {
    const forms = operations
      .filter(({ takesFile }) => takesFile)
      .map((operation) => [operation.id, trialOf(operation)?.form?.part]);
    expect(forms).toEqual([
      ["createImageEdit", "image"],
      ["createTranscription", "file"],
      ["createTranslation", "file"],
      ["createVideo", "input_reference"],
      ["reconcileInvoice", "file"],
      ["uploadFile", "file"],
      ["addUploadPart", "data"],
    ]);
  });

  test("a parameter is prefilled with its example, but not with a description of its values", () => {
    const trialById = (name: string) =>
      trialOf(operations.find(({ id }) => id === name) as (typeof operations)[number]);
    expect(trialById("getModel")?.parameters.path.map(({ value }) => value)).toEqual(["local", "echo"]);
    expect(trialById("getKey")?.parameters.path).toMatchObject([{ name: "hash", required: true, value: "" }]);
  });
});

describe("how a stream ends", () => {
  test.each([
    ["responses", json({ type: "response.completed" }), "complete"],
    ["responses, incomplete", json({ type: "response.incomplete" }), "complete"],
    ["responses, failed", json({ type: "response.failed" }), "failed"],
    ["messages", json({ type: "message_stop" }, "message_stop"), "complete"],
    ["messages, failed", json({ type: "error", error: { type: "api_error" } }, "error"), "failed"],
    ["chat", DONE, "complete"],
    ["chat, failed", json({ object: "chat.completion.chunk", error: { code: 502 }, choices: [] }), "failed"],
  ])("%s", (_name, message, end) => expect(endOf(message)).toBe(end));

  test.each([
    json({ type: "response.created", response: { error: null } }),
    json({ type: "response.output_text.delta", delta: "[DONE]" }),
    json({ type: "message_delta", delta: { stop_reason: "end_turn" } }, "message_delta"),
    json({ object: "chat.completion.chunk", choices: [{ finish_reason: "stop" }] }),
    { id: undefined, event: undefined, data: '{"type":"response.comple' },
  ])("is not recognized from any other event: $data", (message) => expect(endOf(message)).toBeUndefined());

  test("an event is named by the stream, else by its JSON", () => {
    expect(nameOf(json({ type: "inner" }, "outer"))).toBe("outer");
    expect(nameOf(json({ type: "response.created" }))).toBe("response.created");
    expect(nameOf(json({ object: "chat.completion.chunk" }))).toBe("chat.completion.chunk");
    expect(nameOf(DONE)).toBe("[DONE]");
    expect(nameOf({ id: undefined, event: undefined, data: "no JSON" })).toBe("message");
  });
});

describe("the body of a request", () => {
  test("reports why it is not JSON; if it is blank, no body is sent", () => {
    expect(jsonProblem('{"model": }')).toContain("This is not valid JSON");
    expect(jsonProblem("  ")).toBeUndefined();
    expect(jsonProblem("{}")).toBeUndefined();
  });

  test("a form has each field as text and the file last", () => {
    const form = formOf("file", new File(["sound"], "talk.wav"), '{"model":"local/read-back","temperature":0.5}');
    expect([...form].map(([name, value]) => [name, value instanceof File ? value.name : value])).toEqual([
      ["model", "local/read-back"],
      ["temperature", "0.5"],
      ["file", "talk.wav"],
    ]);
  });

  test("turns streaming on or off and keeps everything else", () => {
    expect(JSON.parse(setStreamed('{"model":"local/echo"}', true))).toEqual({ model: "local/echo", stream: true });
    expect(JSON.parse(setStreamed('{"stream":true,"top_k":3}', false))).toEqual({ top_k: 3 });
    expect(setStreamed("[1]", true)).toBe("[1]");
  });
});
