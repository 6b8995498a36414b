import { handle } from "#server/http/handle.ts";
import { retryDestination } from "#server/operations/destinations/retry-destination.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(retryDestination);
