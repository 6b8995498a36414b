import { z } from "zod";
import { dataOf } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const listRetiringModels = endpoint({
  id: "listRetiringModels",
  resource: "models",
  method: "GET",
  path: "/models/retiring",
  roles: "everyone",
  access: "public",
  summary: "List retiring models",
  description:
    "Returns the models whose creator has announced their retirement, earliest date first, and those that a provider " +
    "stops serving before. Requests to them have a `sunset` header with the date and, if there is one, an " +
    "`x-model-successor` header with a model of the catalogue.",
  response: dataOf(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        provider_name: z
          .string()
          .nullable()
          .describe("Provider that retires the model, while others may continue to serve it. Null: its creator."),
        expiration_date: z.string().describe("Day on which the creator or provider retires the model (UTC)"),
        successor: z.string().nullable().describe("Model that is recommended instead"),
        upstream_successor: z
          .string()
          .optional()
          .describe("The provider's name of the model that it recommends, if the catalogue does not list that model"),
      }),
    ),
  ),
  errors: [405, 429, 500],
});
