import { type BrowserContextOptions, request } from "@playwright/test";

export const OWNER = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Creates the owner with the setup link; returns their browser's cookies. */
export async function setUp(
  { url, setUpUrl }: { url: string; setUpUrl: string | undefined },
  owner: typeof OWNER,
): Promise<StorageState> {
  const token = new URL(setUpUrl ?? "").searchParams.get("token");
  const visitor = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const response = await visitor.post("/api/session/setup", { data: { token, ...owner } });
  if (response.status() !== 201) throw new Error(`no owner was made: ${await response.text()}`);
  const state = await visitor.storageState();
  await visitor.dispose();
  return state;
}
