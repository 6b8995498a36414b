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
    "Returns the models whose creator has announced their retirement, earliest date first. Requests to them have a " +
    "`sunset` header with the date and, if there is one, an `x-model-successor` header.",
  response: dataOf(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        expiration_date: z.string().describe("Day on which the creator retires the model (UTC)"),
        successor: z.string().nullable().describe("Model that its creator recommends instead"),
      }),
    ),
  ),
  errors: [405, 429, 500],
});
