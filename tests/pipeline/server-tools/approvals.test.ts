import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeMiddle } from "#tests/api/mcp/change-middle.ts";
import { registerApproved } from "#tests/api/mcp/registering.ts";
import { type McpTestServer, startMcpServer } from "#tests/support/servers/mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { recordOf } from "../calling.ts";
import { callsThenText } from "./asking.ts";

// The published client asks a person and sends everything back, as its provider documents.

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "anthropic"],
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" },
});
let mcp: McpTestServer;
beforeAll(async () => {
  mcp = await startMcpServer();
  const { id } = await registerApproved(gateway, mcp.url, { slug: "maths" });
  await gateway.call("PATCH", `/mcp-servers/${id}`, { tools: [{ name: "add", approval: "always" }] });
});
afterAll(() => mcp.close());
beforeEach(() => void mcp.calls.splice(0));

const MODEL = "openai/gpt-5-mini";
const ADD = { name: "maths__add", arguments: { a: 2, b: 3 } };
const QUESTION = { role: "user" as const, content: "Add." };
type Input = OpenAI.Responses.ResponseInput;
type Request = OpenAI.Responses.ResponseOutputItem.McpApprovalRequest;

const client = (key = gateway.managementKey) =>
  new OpenAI({ apiKey: key, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });
const tools = [{ type: "mcp" as const, server_label: "maths" }];
const send = (input: Input, more: object = {}) => client().responses.create({ model: MODEL, input, tools, ...more });

function callsOnce(...toolCalls: (typeof ADD)[]): void {
  upstream.script({ times: 1, answer: { toolCalls, text: "", finish: "tool" } });
}

async function requestApproval(): Promise<{ request: Request; output: Input }> {
  callsOnce(ADD);
  const { output } = await send([QUESTION]);
  const request = output.at(-1) as Request;
  expect(request.type).toBe("mcp_approval_request");
  return { request, output: output as Input };
}

const answer = (id: string, approve: boolean, reason?: string) =>
  ({ type: "mcp_approval_response", approval_request_id: id, approve, ...(reason && { reason }) }) as const;

describe("a tool that needs approval", () => {
  test("runs once after it is approved and never again", async () => {
    const { request, output } = await requestApproval();
    expect(request).toMatchObject({ server_label: "maths", name: "add" });
    expect(JSON.parse(request.arguments)).toEqual({ a: 2, b: 3 });
    expect(mcp.calls).toEqual([]);

    const input = [QUESTION, ...output, answer(request.id, true)];
    callsThenText(upstream, "It is 5.");
    const { data, response } = await send(input).withResponse();
    expect(data.output).toMatchObject([
      { type: "mcp_call", name: "add", output: "5", approval_request_id: request.id },
      { type: "message" },
    ]);
    expect(data.output_text).toBe("It is 5.");
    expect(mcp.calls).toEqual([{ name: "add", input: { a: 2, b: 3 } }]);
    const record = await recordOf(gateway, response.headers);
    expect(record.steps).toMatchObject([{ tools: [{ name: "add", server_label: "maths" }] }, { tools: [] }]);
    expect(record.cost_proof.holds).toBe(true);
    const sent = upstream.requests.at(-1)?.raw.toString() ?? "";
    expect(sent).toContain("function_call_output");
    expect(sent).not.toContain("mcpr_sb_");

    callsThenText(upstream, "Yes.");
    const again = await send([...input, ...(data.output as Input), { role: "user", content: "Sure?" }]);
    expect(again.output_text).toBe("Yes.");
    expect(mcp.calls).toHaveLength(1);
  });

  test("streams the approval request as its own item, without revealing the call before it", async () => {
    callsOnce(ADD);
    const events = [];
    for await (const event of await client().responses.create({ model: MODEL, input: [QUESTION], tools, stream: true }))
      events.push(event);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("response.mcp_call"))).toEqual([]);
    const done = events.find(({ type }) => type === "response.output_item.done");
    expect(done).toMatchObject({ item: { type: "mcp_approval_request", name: "add" } });
    expect(types.at(-1)).toBe("response.completed");

    const { item } = done as { item: Request };
    callsThenText(upstream, "It is 5.");
    const input = [QUESTION, item, answer(item.id, true)];
    const rest = [];
    for await (const event of await client().responses.create({ model: MODEL, input, tools, stream: true }))
      rest.push(event.type);
    expect(rest).toContain("response.mcp_call.completed");
    expect(rest.at(-1)).toBe("response.completed");
  });

  test("does not run if denied or ignored, and the model is told so", async () => {
    for (const [answers, told] of [
      [(id: string) => [answer(id, false, "too large")], "did not approve this call: too large"],
      [() => [], "did not approve this call"],
    ] as const) {
      const { request, output } = await requestApproval();
      callsThenText(upstream, "Never mind.");
      const reply = await send([QUESTION, ...output, ...answers(request.id)]);
      expect(reply.output[0]).toMatchObject({ type: "mcp_call", error: expect.stringContaining(told) });
      expect(upstream.requests.at(-1)?.raw.toString()).toContain(told);
    }
    expect(mcp.calls).toEqual([]);
  });

  test("runs with the approved arguments, whatever the client sends back", async () => {
    const { request } = await requestApproval();
    callsThenText(upstream, "It is 5.");
    const changed = { ...request, name: "leak", server_label: "other", arguments: '{"a":1000,"b":1000}' };
    await send([QUESTION, changed, answer(request.id, true)]);
    expect(mcp.calls).toEqual([{ name: "add", input: { a: 2, b: 3 } }]);
  });

  test("is a 400 with a modified, invented or foreign id", async () => {
    const { request } = await requestApproval();
    await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" });
    await registerApproved(
      {
        call: (method, path, body) =>
          gateway.call(
            method,
            path,
            body && method === "POST" && path === "/mcp-servers"
              ? { ...(body as object), workspace_id: "second" }
              : body,
          ),
      },
      mcp.url,
      { slug: "maths" },
    );
    const { key } = await gateway.newKey({ workspace_id: "second" });
    const swapped = changeMiddle(request.id);
    const attempts: [string, string][] = [
      [swapped, gateway.managementKey],
      ["mcpr_sb_made-up", gateway.managementKey],
      [request.id, key],
    ];
    for (const [id, who] of attempts) {
      const input = [QUESTION, { ...request, id }, answer(id, true)];
      const failing = client(who).responses.create({ model: MODEL, input, tools });
      await expect(failing).rejects.toMatchObject({ status: 400, message: expect.stringContaining("input[1].id") });
    }
    expect(mcp.calls).toEqual([]);
  });

  test("runs once when the first provider fails after it", async () => {
    const { request, output } = await requestApproval();
    upstream.script({ match: ({ path }) => path.includes("openai"), fault: { status: 500 } });
    upstream.script({ times: 1, answer: { text: "It is 5.", toolCalls: [], finish: "stop" } });
    const models = [MODEL, "anthropic/claude-sonnet-4.5"];
    const reply = await send([QUESTION, ...output, answer(request.id, true)], { models });
    expect(reply.output_text).toBe("It is 5.");
    expect(mcp.calls).toHaveLength(1);
  });
});

test("a server given by URL requires approval as requested: always, never or by tool", async () => {
  const server = { type: "mcp" as const, server_label: "x", server_url: mcp.url };
  const kinds: [object, string][] = [
    [{}, "mcp_approval_request"],
    [{ require_approval: "always" }, "mcp_approval_request"],
    [{ require_approval: { never: { tool_names: ["add"] } } }, "mcp_call"],
    [{ require_approval: { always: { tool_names: ["add"] } } }, "mcp_approval_request"],
    [{ require_approval: "never" }, "mcp_call"],
  ];
  for (const [more, type] of kinds) {
    callsOnce({ ...ADD, name: "x__add" });
    const { output } = await client().responses.create({
      model: "anthropic/claude-sonnet-4.5",
      input: [QUESTION],
      tools: [{ ...server, ...more }],
    });
    expect([more, output[0]?.type]).toEqual([more, type]);
  }
});
