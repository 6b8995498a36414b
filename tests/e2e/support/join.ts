import { type BrowserContextOptions, request } from "@playwright/test";
import type { Role } from "#lib/roles.ts";
import type { Production } from "#tests/support/production.ts";

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** Invites a user with a role and accepts the invitation; returns their browser's cookies and their id. */
export async function join(
  { url, call }: Production,
  { role, name, email }: { role: Role; name: string; email: string },
): Promise<{ id: string; signedIn: StorageState }> {
  const { body } = await call("POST", "/organization/invitations", { email, role });
  const token = new URL(body.url).pathname.split("/").at(-1);
  const visitor = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const data = { token, name, password: "correct horse battery" };
  const response = await visitor.post("/api/session/accept-invitation", { data });
  if (response.status() !== 201) throw new Error(`nobody joined: ${await response.text()}`);
  const { user } = await response.json();
  const signedIn = await visitor.storageState();
  await visitor.dispose();
  return { id: user.id, signedIn };
}
