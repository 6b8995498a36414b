import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const listProviders = endpoint({
  id: "listProviders",
  resource: "models",
  method: "GET",
  path: "/providers",
  roles: "everyone",
  access: "public",
  summary: "The providers this gateway knows",
  response: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        slug: z.string(),
        privacy_policy_url: z.string().nullable(),
        terms_of_service_url: z.string().nullable(),
        status_page_url: z.string().nullable(),
        headquarters: z.string().nullable(),
        datacenters: z.array(z.string()).nullable(),
        available: z.boolean().describe("A credential for it is here"),
        takes_own_key: z.boolean().describe("A provider key of your own can be stored for it"),
        models: z.number().int().describe("Models it serves"),
      }),
    ),
  }),
  errors: [405, 500],
});
