import type { Person } from "../people.ts";
import type { TestGateway } from "../servers/gateway.ts";

// RFC 8628 as its clients speak it: forms out, JSON back.

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

type Gateway = Pick<TestGateway, "url">;

export type OauthResult = { status: number; headers: Headers; body: Record<string, string> };

/** Posts a form to an endpoint of agents' sign-in. */
export async function postForm(
  { url }: Gateway,
  path: "authorization" | "token" | "revoke",
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<OauthResult> {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${url}/api/device/${path}`, { method: "POST", body, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

let address = 0;

/** Starts the sign-in of an agent, each from a network of its own, since they are counted by network. */
export async function startSignIn(gateway: Gateway, name = "Claude Code", device = "laptop"): Promise<OauthResult> {
  const headers = { "x-forwarded-for": `203.0.113.${++address}` };
  return postForm(gateway, "authorization", { client_id: name, device_name: device }, headers);
}

/** Approves a sign-in in a person's browser. */
export function approve(person: Person, code: string | undefined, workspace = "default", days = 7): Promise<Response> {
  return person.post("/api/session/device/approve", { user_code: code, workspace_id: workspace, days });
}

/** Signs an agent in as a person and returns its tokens. */
export async function signAgentIn(gateway: Gateway, person: Person, workspace?: string): Promise<OauthResult> {
  const { body } = await startSignIn(gateway);
  const response = await approve(person, body.user_code, workspace);
  if (response.status !== 200) throw new Error(`not approved: ${await response.text()}`);
  return redeem(gateway, body.device_code as string);
}

export function redeem(gateway: Gateway, code: string): Promise<OauthResult> {
  return postForm(gateway, "token", { grant_type: DEVICE_GRANT, device_code: code });
}

export function renew(gateway: Gateway, token: string | undefined): Promise<OauthResult> {
  return postForm(gateway, "token", { grant_type: "refresh_token", refresh_token: token as string });
}
