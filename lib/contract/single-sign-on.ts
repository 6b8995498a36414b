import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const SingleSignOn = z.object({
  issuer: z.string().describe("URL of the OpenID Connect provider"),
  client_id: z.string(),
  allow_unverified_email: z
    .boolean()
    .describe("Whether email addresses that the provider reports as unverified are accepted"),
  request_groups: z.boolean().describe("Whether sign-in requests the `groups` scope"),
  redirect_url: z.string().describe("Redirect URL to register with the provider"),
  updated_at: Timestamp,
});

export const getSingleSignOn = endpoint({
  id: "getSingleSignOn",
  resource: "single-sign-on",
  method: "GET",
  path: "/session/single-sign-on",
  roles: "administrators",
  access: "management",
  summary: "Get single sign-on settings",
  description: "`data` is null if single sign-on is not configured.",
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
  summary: "Configure single sign-on",
  description:
    "Lets members sign in with an OpenID Connect provider. Users must be members, or have a pending " +
    "invitation, with the same email address. Requires the environment variable PUBLIC_URL.",
  body: z.strictObject({
    issuer: z.url({ protocol: /^https?$/ }).max(500),
    client_id: z.string().min(1).max(500),
    client_secret: z.string().min(1).max(2000).describe("Client secret. Never returned."),
    allow_unverified_email: z
      .boolean()
      .default(false)
      .describe("Whether to accept email addresses that the provider reports as unverified (`email_verified: false`)"),
    request_groups: z
      .boolean()
      .default(false)
      .describe(
        "Whether to request the `groups` scope. Okta needs it to send groups for group mappings; Entra ID rejects it.",
      ),
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
  summary: "Remove single sign-on",
  description: "Keeps existing accounts.",
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
  summary: "Start single sign-on",
  description: "Returns the identity provider URL to open in the browser.",
  body: z.strictObject({
    provider: z.string().min(1).max(100),
    next: z
      .string()
      .max(2000)
      .regex(/^\/(?![/\\])[^\s\\]*$/, "Send a path of the console, such as /w/default")
      .optional()
      .describe("Console page to open after sign-in. Defaults to the start page."),
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
  summary: "Finish single sign-on",
  description: "Callback from the identity provider. Redirects to the console.",
  params: Provider,
  errors: [404, 405, 429, 500, 502],
});
