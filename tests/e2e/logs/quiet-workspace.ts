import type { Page } from "@playwright/test";

type Calling = {
  call(
    method: string,
    path: string,
    body?: unknown,
    options?: { key: string },
  ): Promise<{ body: ReturnType<typeof JSON.parse> }>;
};

/** Creates a workspace for one test, and returns a function that makes a request in it. */
export async function quietWorkspace({ call }: Calling) {
  const slug = `logs-${crypto.randomUUID().slice(0, 8)}`;
  const { id } = (await call("POST", "/workspaces", { name: slug, slug })).body.data;
  const { key } = (await call("POST", "/keys", { name: "web", workspace_id: id })).body;
  const ask = (fields: object = {}) =>
    call("POST", "/responses", { model: "local/echo", input: "hi", ...fields }, { key });
  return { slug, id, key, ask };
}

/** The rows of the list of requests. */
export const rowsOf = (page: Page) =>
  page
    .getByRole("table", { name: "Requests" })
    .getByRole("row")
    .filter({ has: page.locator("[data-row]") });
