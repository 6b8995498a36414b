import type { Role } from "#lib/roles.ts";
import { type Browser, browser } from "./browser.ts";
import type { ApiResult, TestGateway } from "./servers/gateway.ts";

/** Someone signed in to the console of a gateway. */
export type Person = Browser & {
  id: string;
  email: string;
  /** Calls the API with the session. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResult>;
};

export const PASSWORD = "correct horse battery";

/** Creates the first owner with the setup link. */
export async function becomeOwner(gateway: TestGateway, email = "ada@example.com"): Promise<Person> {
  const token = new URL(gateway.setUpUrl as string).searchParams.get("token");
  const own = browser(gateway.url);
  const response = await own.post("/api/session/setup", { token, name: "Ada Owner", email, password: PASSWORD });
  return joinOrganization(gateway, own, response, email);
}

/** Invites someone with a role and accepts the invitation, from their own network address if one is given. */
export async function join(
  gateway: TestGateway,
  owner: Person,
  role: Role,
  email: string,
  from?: string,
): Promise<Person> {
  const { status, body } = await owner.call("POST", "/organization/invitations", { email, role });
  if (status !== 201) throw new Error(`not invited: ${JSON.stringify(body)}`);
  const own = browser(gateway.url, from);
  const account = { token: tokenOf(body.url), name: `The ${role}`, password: PASSWORD };
  return joinOrganization(gateway, own, await own.post("/api/session/accept-invitation", account), email);
}

/** Returns the token in an invitation's link. */
export function tokenOf(url: string): string {
  return new URL(url).pathname.split("/").at(-1) as string;
}

async function joinOrganization(
  gateway: TestGateway,
  own: Browser,
  response: Response,
  email: string,
): Promise<Person> {
  if (response.status !== 201) throw new Error(`no account: ${await response.text()}`);
  const { user } = (await response.json()) as { user: { id: string } };
  return personOf(gateway, own, user.id, email);
}

/** Returns the person who is signed in to this browser. */
export function personOf(gateway: TestGateway, own: Browser, id: string, email: string): Person {
  const call: Person["call"] = async (method, path, body, headers = {}) =>
    gateway.call(method, path, body, {
      key: null,
      headers: { cookie: own.cookies(), origin: gateway.url, ...headers },
    });
  return { ...own, id, email, call };
}
