import type { BrowserContextOptions } from "@playwright/test";
import type { Role } from "#lib/roles.ts";
import { browser } from "#tests/support/browser.ts";
import type { Production } from "#tests/support/production.ts";

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

let visitors = 0;

/** Invites a user with a role and accepts the invitation; returns their browser's cookies and their id. */
export async function join(
  { url, call }: Production,
  { role, name, email }: { role: Role; name: string; email: string },
): Promise<{ id: string; signedIn: StorageState }> {
  const { body } = await call("POST", "/organization/invitations", { email, role });
  const token = new URL(body.url).pathname.split("/").at(-1);
  // Invitations accepted from one address are limited, and all tests of a worker share its gateway.
  const visitor = browser(url, `127.0.2.${++visitors}`);
  const data = { token, name, password: "correct horse battery" };
  const response = await visitor.post("/api/session/accept-invitation", data);
  if (response.status !== 201) throw new Error(`nobody joined: ${await response.text()}`);
  const { user } = await response.json();
  return { id: user.id, signedIn: { cookies: cookiesOf(visitor.cookies(), new URL(url).hostname), origins: [] } };
}

/** Returns the cookies of a header in the form in which Playwright restores them. */
function cookiesOf(header: string, domain: string): StorageState["cookies"] {
  return header.split("; ").map((pair) => {
    const cut = pair.indexOf("=");
    const [name, value] = [pair.slice(0, cut), pair.slice(cut + 1)];
    return { name, value, domain, path: "/", expires: -1, httpOnly: true, secure: false, sameSite: "Lax" };
  });
}
