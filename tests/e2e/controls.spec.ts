import { expect, test } from "./support/fixtures.ts";
import { holdArrow } from "./support/keyboard.ts";

test("the space bar toggles a checkbox, Enter does not, and single-key shortcuts still work", async ({ page }) => {
  await page.goto("/w/default/settings");
  const box = page.getByRole("checkbox").first();
  await box.focus();
  const before = await box.isChecked();
  await page.keyboard.press("Enter");
  await expect(box).toBeChecked({ checked: before });
  await page.keyboard.press("Space");
  await expect(box).toBeChecked({ checked: !before });
  await page.keyboard.press("Space");
  await expect(box).toBeChecked({ checked: before });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: /shortcuts/i })).toBeVisible();
});

test("the arrow keys change a segmented control and a slider", async ({ page }) => {
  await page.goto("/w/default/playground/speech");
  await page.getByRole("radio", { name: "MP3" }).focus();
  await holdArrow(page, "ArrowRight");
  await expect(page.getByRole("radio", { name: "PCM" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "PCM" })).toBeFocused();

  const speed = page.getByRole("slider", { name: "Speed" });
  await expect(speed).toHaveAttribute("aria-valuetext", "auto");
  await speed.focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("textbox", { name: "Speed" })).toHaveValue(await speed.inputValue());
  await page.keyboard.press("End");
  await expect(speed).toHaveValue((await speed.getAttribute("max")) ?? "");
});
