import { z } from "zod";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const Organization = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    requires_second_factor: z
      .boolean()
      .describe(
        "Whether members need an authenticator app or a passkey, however they sign in. Does not affect API keys.",
      ),
  })
  .meta({ id: "Organization" });

export const getOrganization = endpoint({
  id: "getOrganization",
  resource: "organization",
  method: "GET",
  path: "/organization",
  roles: "administrators",
  access: "management",
  summary: "Get the organization's settings",
  response: dataOf(Organization),
  errors: [401, 403, 405, 429, 500],
});

export const updateOrganization = endpoint({
  id: "updateOrganization",
  resource: "organization",
  method: "PATCH",
  path: "/organization",
  roles: "administrators",
  access: "management",
  summary: "Update the organization's settings",
  description:
    "To require a second factor from a console session, that session must have passed one itself. " +
    "The requirement applies to existing sessions immediately: they get 403 with the reason " +
    "`second_factor` until their user passes one.",
  body: z
    .strictObject({
      name: z
        .string()
        .trim()
        .min(1, "Enter a name for the organization")
        .max(200, "A name has at most 200 characters")
        .optional(),
      requires_second_factor: z.boolean().optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      message: "Send name or requires_second_factor",
    }),
  response: dataOf(Organization),
  errors: [400, 401, 403, 405, 413, 429, 500],
});
