import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const listProviders = endpoint({
  id: "listProviders",
  resource: "models",
  method: "GET",
  path: "/providers",
  roles: "everyone",
  access: "public",
  summary: "List providers",
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
        available: z.boolean().describe("Whether the gateway has a credential for the provider"),
        takes_own_key: z.boolean().describe("Whether you can add your own key for the provider"),
        models: z.number().int().describe("Number of models that the provider serves"),
      }),
    ),
  }),
  errors: [405, 500],
});
