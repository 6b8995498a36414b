import { handle } from "#server/http/handle.ts";
import { createDestination } from "#server/operations/destinations/create-destination.ts";
import { listDestinations } from "#server/operations/destinations/list-destinations.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(createDestination, listDestinations);
