import { type HostileMcpServer, startHostileMcpServer } from "#tests/support/servers/hostile-mcp-server.ts";
import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

// Usage is read from the ledger, which may not have written it yet.
test.use({ expectedStatuses: [404] });

const GPT = "openai/gpt-4o-mini";
const schema = { type: "object", properties: { id: { type: "string" } } };
const CLOSE = { name: "close_ticket", description: "Closes a ticket.", inputSchema: schema };
let server: HostileMcpServer;
test.beforeAll(async () => {
  server = await startHostileMcpServer({ tools: [CLOSE] });
});
test.afterAll(() => server.close());

test("a call that needs approval is approved, and another is denied", async ({ page, gateway, upstream }) => {
  const slug = `desk-${crypto.randomUUID().slice(0, 8)}`;
  await registerAsking(gateway, slug);
  await page.goto(`/w/default/playground?model=${encodeURIComponent(GPT)}`);
  await page.getByRole("switch", { name: slug }).click();
  for (const [decision, said, calls] of [
    ["Approve", "Approved", 1],
    ["Deny", "Denied", 1],
  ] as const) {
    const toolCalls = [{ name: `${slug}__close_ticket`, arguments: { id: "7" } }];
    upstream.script({ times: 1, answer: { toolCalls, text: "", finish: "tool" } });
    await page.getByRole("textbox", { name: /^Prompt/ }).fill("Close ticket 7");
    await page.getByRole("button", { name: /^Send/ }).click();
    const request = page.getByRole("group", { name: `Approval of ${slug}: close_ticket` }).last();
    await expect(request).toContainText('"id": "7"');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page), String(width)).toEqual([]);
    }
    upstream.script({ times: 1, answer: { text: `It is ${said}.`, toolCalls: [], finish: "stop" } });
    await request.getByRole("button", { name: `${decision} ${slug}: close_ticket` }).click();
    await expect(page.getByText(`It is ${said}.`)).toBeVisible();
    await expect(page.getByRole("article", { name: "Your message" }).last()).toContainText(said);
    await expect(request.getByRole("button")).toHaveCount(0);
    expect(server.calls).toHaveLength(calls);
  }
  // An approval is used once: a later message does not run the request again.
  await page.getByRole("textbox", { name: /^Prompt/ }).fill("Thank you");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByText("You said: Thank you")).toBeVisible();
  expect(server.calls).toHaveLength(1);
});

test("a logged request is repeated with its server tools", async ({ page, gateway }) => {
  const slug = `keeping-${crypto.randomUUID().slice(0, 8)}`;
  const settings = { is_observability_io_logging_enabled: true };
  const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug, ...settings })).body.data;
  const { key } = (await gateway.call("POST", "/keys", { name: "web", workspace_id: id })).body;
  const tools = [{ type: "switchboard:datetime" }];
  const { headers } = await gateway.call("POST", "/responses", { model: GPT, input: "Hello", tools }, { key });
  const generation = headers.get("x-generation-id");
  const content = `/generation/content?id=${generation}`;
  await expect.poll(async () => (await gateway.call("GET", content, undefined, { key })).status).toBe(200);
  await page.goto(`/w/${slug}/logs?peek=${generation}`);
  await expect(page.getByText("Opens the conversation with its settings")).toBeVisible();
  await page.getByRole("link", { name: "Open in playground" }).click();
  await expect(page.getByRole("textbox", { name: /^Prompt/ })).toHaveValue("Hello");
  await expect(page.getByRole("switch", { name: "Date and time" })).toBeChecked();
});

test("the log shows each step and each tool of a request", async ({ page, gateway, upstream }) => {
  const { key } = (await gateway.call("POST", "/keys", { name: "agent" })).body;
  const times = [{ name: "datetime", arguments: {} }];
  const fails = [{ name: "web_fetch", arguments: { url: "http://127.0.0.1/" } }];
  for (const toolCalls of [times, [...times, ...fails], times]) {
    upstream.script({ times: 1, answer: { toolCalls, text: "", finish: "tool" } });
  }
  upstream.script({ times: 1, answer: { text: "Noon.", toolCalls: [], finish: "stop" } });
  const tools = [{ type: "switchboard:datetime" }, { type: "switchboard:web_fetch" }];
  const { headers } = await gateway.call("POST", "/responses", { model: GPT, input: "When?", tools }, { key });
  await page.goto(`/w/default/logs?peek=${headers.get("x-generation-id")}`);
  const steps = page.getByRole("table", { name: /^Steps with server tools/ });
  await expect(steps.getByRole("row")).toHaveCount(1 + 4 + 4);
  await expect(steps.getByRole("row", { name: /web_fetch/ })).toContainText("returned an error");
  await expect(steps.getByRole("row", { name: /^Step 4/ })).toContainText("$");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violations(page), String(width)).toEqual([]);
  }
});

type Calling = { call(method: string, path: string, body?: unknown): Promise<{ body: ReturnType<typeof JSON.parse> }> };

/** Registers the server with a tool that needs approval. */
async function registerAsking({ call }: Calling, slug: string): Promise<void> {
  const { id } = (await call("POST", "/mcp-servers", { name: slug, slug, url: server.url })).body.data;
  const { tools } = (await call("POST", `/mcp-servers/${id}/refresh`)).body.data;
  const reviewed = tools.map((tool: { name: string; listed: { hash: string } }) => ({
    name: tool.name,
    hash: tool.listed.hash,
  }));
  await call("POST", `/mcp-servers/${id}/review`, { tools: reviewed });
  await call("PATCH", `/mcp-servers/${id}`, { tools: [{ name: CLOSE.name, approval: "always" }] });
}
