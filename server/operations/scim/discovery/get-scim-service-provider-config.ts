import { getScimServiceProviderConfig as endpoint, SCIM_PAGE } from "#lib/contract/scim-protocol.ts";
import { operation } from "#server/http/operation.ts";
import { scimResponse, scimRoot } from "../scim-response.ts";

export const getScimServiceProviderConfig = operation(endpoint)(async (gateway, call) => {
  const root = scimRoot(gateway, call);
  return scimResponse({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    documentationUri: new URL("/docs/provisioning", root).href,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: SCIM_PAGE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "SCIM token",
        description: "A token of the organization, created in the console and sent as a bearer token",
        specUri: "https://www.rfc-editor.org/rfc/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${root}/ServiceProviderConfig` },
  });
});
