import { endpoint } from "#lib/contract/endpoint.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Responds with 404 to every other path below /api/session, even if the accounts library would serve it. */
export const unknownPath = METHODS.map((method) =>
  operation(
    endpoint({
      id: "unknownSessionPath",
      resource: "session",
      method,
      path: "/session/{path}",
      roles: "everyone",
      access: "public",
      summary: "No such path",
      errors: [404],
    }),
  )(async () => {
    throw new HttpError(404, "Not found");
  }),
);
