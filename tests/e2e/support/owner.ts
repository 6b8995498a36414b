import { type BrowserContextOptions, request } from "@playwright/test";

export const OWNER = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse battery" };

export type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Creates the owner with the setup link; returns their browser's cookies. */
export async function setUp(
  { url, setUpUrl }: { url: string; setUpUrl: string | undefined },
  owner: typeof OWNER,
): Promise<StorageState> {
  const token = new URL(setUpUrl ?? "").searchParams.get("token");
  return cookiesOf(url, "/api/session/setup", { token, ...owner });
}

/** Signs the owner in; returns their browser's cookies. */
export function signInAgain(url: string, { email, password }: typeof OWNER): Promise<StorageState> {
  return cookiesOf(url, "/api/session/sign-in/email", { email, password });
}

async function cookiesOf(url: string, path: string, data: object): Promise<StorageState> {
  const visitor = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const response = await visitor.post(path, { data });
  if (!response.ok()) throw new Error(`${path} failed: ${await response.text()}`);
  const state = await visitor.storageState();
  await visitor.dispose();
  return state;
}
