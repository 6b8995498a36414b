import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const SingleSignOn = z.object({
  issuer: z.string().describe("Address of the OpenID Connect provider"),
  client_id: z.string(),
  allow_unverified_email: z.boolean().describe("Accepts addresses that the provider calls unverified"),
  redirect_url: z.string().describe("To be allowed at the provider"),
  updated_at: Timestamp,
});

export const getSingleSignOn = endpoint({
  id: "getSingleSignOn",
  resource: "single-sign-on",
  method: "GET",
  path: "/session/single-sign-on",
  roles: "administrators",
  access: "management",
  summary: "The identity provider of the organization; null when there is none",
  response: z.object({ data: SingleSignOn.nullable() }),
  errors: [401, 403, 405, 429, 500],
});

export const putSingleSignOn = endpoint({
  id: "putSingleSignOn",
  resource: "single-sign-on",
  method: "PUT",
  path: "/session/single-sign-on",
  roles: "owners",
  access: "management",
  summary: "Let members sign in with an OpenID Connect provider; needs PUBLIC_URL",
  description: "Who signs in needs to be a member, or to have an invitation that is pending, under the same address.",
  body: z.strictObject({
    issuer: z.url({ protocol: /^https?$/ }).max(500),
    client_id: z.string().min(1).max(500),
    client_secret: z.string().min(1).max(2000).describe("Never shown again"),
    allow_unverified_email: z
      .boolean()
      .default(false)
      .describe("Sign in members whose email address the provider reports as unverified (`email_verified: false`)"),
  }),
  response: z.object({ data: SingleSignOn }),
  errors: [400, 401, 403, 405, 413, 429, 500],
});

export const deleteSingleSignOn = endpoint({
  id: "deleteSingleSignOn",
  resource: "single-sign-on",
  method: "DELETE",
  path: "/session/single-sign-on",
  roles: "owners",
  access: "management",
  summary: "End single sign-on; accounts stay",
  response: z.object({ deleted: z.literal(true) }),
  errors: [401, 403, 405, 429, 500],
});

const Provider = z.object({ provider: z.string().min(1).max(100) });

export const startSingleSignOn = endpoint({
  id: "startSingleSignOn",
  resource: "session",
  method: "POST",
  path: "/session/sign-in/single-sign-on",
  roles: "everyone",
  access: "public",
  summary: "Where the browser goes to sign in at the identity provider",
  body: z.strictObject({
    provider: z.string().min(1).max(100),
    next: z
      .string()
      .max(2000)
      .regex(/^\/(?![/\\])[^\s\\]*$/, "Send a path of the console, such as /w/default")
      .optional()
      .describe("The page of the console to open afterwards; the start page if absent"),
  }),
  response: z.object({ url: z.string() }),
  errors: [400, 403, 404, 405, 413, 429, 500, 502],
});

export const finishSingleSignOn = endpoint({
  id: "finishSingleSignOn",
  resource: "session",
  method: "GET",
  path: "/session/callback/{provider}",
  roles: "everyone",
  access: "public",
  summary: "Where the identity provider sends the browser back to; redirects to the console",
  params: Provider,
  errors: [404, 405, 429, 500, 502],
});
