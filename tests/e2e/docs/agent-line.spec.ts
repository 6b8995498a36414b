import { createHome } from "#tests/support/agents/home.ts";
import { expect, test } from "../support/fixtures.ts";

// Runs two programs on a machine that may be busy.
test("the lines on an agent's page set it up and undo that, with the scripts that this deployment serves", async ({
  page,
  gateway,
}) => {
  await page.goto("/docs/connect");
  await page.getByRole("region", { name: "Agents" }).getByRole("link", { name: "Claude Code" }).click();
  await expect(page.getByRole("heading", { name: "Claude Code", level: 1 })).toBeVisible();
  const block = page.getByRole("tablist", { name: "Set up Claude Code" });
  const lineOf = async (tab: string) => {
    await block.getByRole("tab", { name: tab, exact: true }).click();
    return (await page.getByRole("tabpanel", { name: tab, exact: true }).locator("code").textContent()) ?? "";
  };
  const home = createHome();
  home.write(".claude/settings.json", '{ "theme": "dark" }');
  const before = home.files();
  const setUp = await home.run(await lineOf("API key"), { SWITCHBOARD_KEY: "sk-sb-of-the-test" });
  expect(setUp).toMatchObject({ code: 0 });
  expect(JSON.parse(home.read(".claude/settings.json"))).toMatchObject({
    theme: "dark",
    env: { ANTHROPIC_BASE_URL: `${gateway.url}/api`, ANTHROPIC_AUTH_TOKEN: "sk-sb-of-the-test" },
  });
  expect(await home.run(await lineOf("Undo"))).toMatchObject({ code: 0 });
  expect(home.files()).toEqual(before);
  home.remove();
  await expect(page.getByRole("main")).toContainText("apiKeyHelper");
});
