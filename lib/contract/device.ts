import { z } from "zod";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

// Sign-in of agents, as in RFC 8628. Below /api instead of the API's root: the helper of the Connect pages calls it.

const plainText = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/[\p{C}\s]+/gu, " ").trim())
    .pipe(z.string().min(1).max(max));

export const Agent = z.object({ name: z.string(), device: z.string().nullable() });

export const authorizeDevice = endpoint({
  id: "authorizeDevice",
  resource: "device",
  method: "POST",
  path: "/device/authorization",
  roles: "everyone",
  access: "public",
  isOauth: true,
  summary: "Start the sign-in of an agent",
  body: z.object({
    client_id: plainText(60).describe("Name of the agent"),
    device_name: plainText(60).optional().describe("Name of the machine that it runs on"),
  }),
  response: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    expires_in: z.number().int().describe("Seconds"),
    interval: z.number().int().describe("Seconds to wait between two polls"),
  }),
  errors: [400, 403, 405, 413, 429, 500],
});

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export const issueDeviceKey = endpoint({
  id: "issueDeviceKey",
  resource: "device",
  method: "POST",
  path: "/device/token",
  roles: "everyone",
  access: "public",
  isOauth: true,
  summary: "Get the key of an agent",
  body: z.discriminatedUnion("grant_type", [
    z.object({ grant_type: z.literal(DEVICE_GRANT), device_code: z.string().min(1).max(200) }),
    z.object({ grant_type: z.literal("refresh_token"), refresh_token: z.string().min(1).max(200) }),
  ]),
  response: z.object({
    access_token: z.string().describe("API key"),
    token_type: z.literal("Bearer"),
    expires_in: z.number().int().describe("Seconds"),
    refresh_token: z.string().describe("Works once, for the next key"),
    refresh_token_expires_in: z.number().int().describe("Seconds until the agent has to sign in again"),
  }),
  errors: [400, 405, 413, 429, 500],
});

export const revokeDevice = endpoint({
  id: "revokeDevice",
  resource: "device",
  method: "POST",
  path: "/device/revoke",
  roles: "everyone",
  access: "public",
  isOauth: true,
  summary: "Sign an agent out",
  description: "Deletes the agent's key (RFC 7009). An unknown token is not an error.",
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({}),
  errors: [400, 405, 413, 429, 500],
});

const UserCode = z
  .string()
  .transform((code) => code.toUpperCase().replace(/[^A-Z]/g, ""))
  .pipe(z.string().length(8, "A code has 8 letters"));

export const PendingDevice = z.object({
  agent: Agent,
  address: z.string().describe("Network address of the agent's request"),
  created_at: Timestamp,
  expires_at: Timestamp,
  max_days: z.number().int().describe("The longest time, in days, for which the agent can be signed in"),
  key_hours: z.number().int().describe("Hours after which the agent replaces its key"),
});

export const readDevice = endpoint({
  id: "readDevice",
  resource: "session",
  method: "POST",
  isQuery: true,
  path: "/session/device",
  roles: "everyone",
  access: "key",
  summary: "Get a pending sign-in of an agent",
  body: z.object({ user_code: UserCode }),
  response: PendingDevice,
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const approveDevice = endpoint({
  id: "approveDevice",
  resource: "session",
  method: "POST",
  path: "/session/device/approve",
  roles: "everyone",
  access: "key",
  summary: "Approve the sign-in of an agent",
  body: z.strictObject({
    user_code: UserCode,
    workspace_id: z.string().describe("Workspace UUID or slug"),
    days: z.number().int().min(1).max(365).describe("How long the agent is signed in, at most `max_days`"),
  }),
  response: z.object({ agent: Agent }),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const denyDevice = endpoint({
  id: "denyDevice",
  resource: "session",
  method: "POST",
  path: "/session/device/deny",
  roles: "everyone",
  access: "key",
  summary: "Deny the sign-in of an agent",
  body: z.strictObject({ user_code: UserCode }),
  response: z.object({ agent: Agent }),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});
