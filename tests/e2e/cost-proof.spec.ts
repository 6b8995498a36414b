import { expect, test } from "./support/fixtures.ts";

test("a call's panel shows the calculation of its cost: each multiplication, prices with sources, the usage block", async ({
  page,
  gateway,
}) => {
  const { body } = await gateway.call("GET", "/generations?model=openai/gpt-4o-mini&status_class=ok");
  const { id } = body.data[0];
  const { cost_proof: proof } = (await gateway.call("GET", `/generation?id=${id}`)).body.data;
  await page.goto(`/w/default/logs?peek=${id}`);
  const cost = page.getByRole("region", { name: "Cost" });
  await expect(cost.getByRole("row", { name: /^input tokens/ })).toContainText(String(proof.units.input_tokens));
  await expect(cost.getByRole("row", { name: /^Rounded once, half up/ })).toBeVisible();
  await expect(cost.getByText("Recalculated from stored data: the amounts match.")).toBeVisible();
  await cost.getByText(/^Prices used/).click();
  const price = cost.getByRole("listitem").first();
  await expect(price).toContainText(proof.prices[0].as_of);
  await expect(price).toContainText(proof.prices[0].source);
  await cost.getByText("Usage as reported by the provider").click();
  await expect(cost.getByRole("region", { name: "Usage block" })).toContainText(Object.keys(proof.raw_usage)[0] ?? "");
});
