import { z } from "zod";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const Organization = z
  .object({ id: z.string(), name: z.string(), slug: z.string() })
  .meta({ id: "Organization" });

export const updateOrganization = endpoint({
  id: "updateOrganization",
  resource: "organization",
  method: "PATCH",
  path: "/organization",
  access: "management",
  summary: "Rename the organization",
  body: z.strictObject({
    name: z.string().trim().min(1, "Give the organization a name").max(200, "A name has at most 200 characters"),
  }),
  response: dataOf(Organization),
  errors: [400, 401, 403, 405, 413, 429, 500],
});
