import { handle } from "#server/http/handle.ts";
import { deleteDestination } from "#server/operations/destinations/delete-destination.ts";
import { getDestination } from "#server/operations/destinations/get-destination.ts";
import { updateDestination } from "#server/operations/destinations/update-destination.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(deleteDestination, getDestination, updateDestination);
