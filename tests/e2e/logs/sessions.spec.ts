import { violations } from "../support/axe.ts";
import { expect, test } from "../support/fixtures.ts";

const AGENT = { "user-agent": "claude-cli/2.1.4 (external, cli)", "x-repository": "git@github.com:acme/shop.git" };
const TOOLS = [
  { type: "function", function: { name: "read_thermometer", parameters: { type: "object", properties: {} } } },
];

test("sessions are listed, and one shows what each of its requests added", async ({ page, gateway }) => {
  const slug = `sessions-${crypto.randomUUID().slice(0, 8)}`;
  const logged = { is_observability_io_logging_enabled: true };
  const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug, ...logged })).body.data;
  const { key } = (await gateway.call("POST", "/keys", { name: "Agents", workspace_id: id })).body;
  const send = (session: string, messages: object[], model = "openai/gpt-4o-mini") =>
    gateway.call(
      "POST",
      "/chat/completions",
      { model, messages, tools: TOOLS },
      { key, headers: { "x-session-id": session, ...AGENT } },
    );
  const first = [
    { role: "system", content: "You are an agent" },
    { role: "user", content: "use the tool" },
  ];
  const { body } = await send("build the shop", first);
  const reply = body.choices[0].message;
  const result = { role: "tool", tool_call_id: reply.tool_calls[0].id, content: "42 degrees" };
  await send("build the shop", [...first, reply, result]);
  await send("another", first, "local/echo");

  await page.goto(`/w/${slug}/logs`);
  await page.getByRole("radio", { name: "Sessions" }).click();
  await expect(page).toHaveURL(/list=sessions/);
  const sessions = page.getByRole("table", { name: "Sessions" }).locator("tbody tr");
  await expect(sessions).toHaveCount(2);
  const shop = sessions.nth(1);
  for (const text of ["Claude Code 2.1.4", "acme/shop", "openai/gpt-4o-mini"])
    await expect(shop.getByText(text)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await shop.getByText("Claude Code 2.1.4").click();
  await expect(page).toHaveURL(/timeline=build\+the\+shop|timeline=build%20the%20shop/);
  const turns = page.getByRole("table", { name: "Turns" }).locator("tbody tr");
  await expect(turns).toHaveCount(2);
  await expect(turns.nth(0)).toContainText("new conversation, 2 messages");
  await expect(turns.nth(1)).toContainText("2 messages added");
  await expect(turns.nth(1)).toContainText("Tool: 42 degrees");
  await expect(turns.nth(1)).toContainText("Response: The tool said");
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(turns).toHaveCount(2);

  await turns.nth(0).getByRole("link").click();
  const panel = page.getByRole("dialog", { name: "Request details" });
  await expect(panel.getByText("Claude Code 2.1.4")).toBeVisible();
  await page.keyboard.press("j");
  await expect(turns.nth(1)).toHaveAttribute("aria-selected", "true");
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(sessions).toHaveCount(2);

  await page.getByRole("button", { name: "Facets", exact: true }).click();
  await page
    .getByRole("region", { name: "Model", exact: true })
    .getByRole("button", { name: /^local\/echo/ })
    .click();
  await expect(sessions).toHaveCount(1);
  await expect(page).toHaveURL(/model=local/);
});

test("without stored content, a session says so and shows numbers", async ({ page, gateway }) => {
  const slug = `sessions-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await gateway.call("POST", "/workspaces", { name: slug, slug })).body.data;
  const { key } = (await gateway.call("POST", "/keys", { name: "Agents", workspace_id: id })).body;
  await page.goto(`/w/${slug}/logs?list=sessions`);
  await expect(page.getByText(/^No sessions in this time range/)).toBeVisible();
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hi", session_id: "quiet" }, { key });
  await page.goto(`/w/${slug}/logs?timeline=quiet`);
  await expect(page.getByText(/^No prompts or responses are stored for these requests/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Turns" })).toContainText("content not stored");
  expect(await violations(page)).toEqual([]);
});

test.describe("an unknown session", () => {
  test.use({ expectedStatuses: [404] });
  test("is reported", async ({ page }) => {
    await page.goto("/w/default/logs?timeline=nothing-like-this");
    await expect(page.getByText("Session not found in this workspace")).toBeVisible();
  });
});
