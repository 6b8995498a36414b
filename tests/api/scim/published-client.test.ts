import { Octokit } from "@octokit/core";
import { enterpriseCloud } from "@octokit/plugin-enterprise-cloud";
import { beforeAll, describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { PATCH_OP, scimClient } from "./scim-client.ts";

// The published client with which programs provision the users of GitHub's enterprises. GitHub has one address for all
// enterprises, so the client names one in each path; a directory's base address names it here.

const gateway = sharedGateway();
const enterprise = "acme";

type Method = (parameters: object) => Promise<{ status: number; data: ReturnType<typeof JSON.parse> }>;
let client: Record<string, Method>;

beforeAll(async () => {
  const owner = await becomeOwner(gateway);
  const { token } = await scimClient(gateway, owner.call);
  const send = (url: string, options: RequestInit) => {
    const headers = { ...(options.headers as Record<string, string>), authorization: `Bearer ${token}` };
    return fetch(url.replace(`/enterprises/${enterprise}`, ""), { ...options, headers });
  };
  const Client = Octokit.plugin(enterpriseCloud);
  const octokit = new Client({ baseUrl: `${gateway.url}/api`, request: { fetch: send } });
  client = octokit.enterpriseAdmin as unknown as typeof client;
});

/** Calls a method of the client by its name. */
function call(name: string, parameters: object): ReturnType<Method> {
  return (client[name] as Method)({ enterprise, ...parameters });
}

const user = (name: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: name,
  externalId: `external-${name}`,
  active: true,
  displayName: name,
  name: { givenName: name, familyName: "Example" },
  emails: [{ value: `${name}@example.com`, type: "work", primary: true }],
});

describe("GitHub's published client of SCIM", () => {
  test("provisions, lists, replaces, deactivates and deletes users", async () => {
    const created = await call("provisionEnterpriseUser", user("mona"));
    expect([created.status, created.data.userName]).toEqual([201, "mona"]);
    const place = { scim_user_id: created.data.id };
    const listed = await call("listProvisionedIdentitiesEnterprise", { filter: 'userName eq "mona"' });
    expect([listed.data.totalResults, listed.data.Resources[0].id]).toEqual([1, created.data.id]);
    const read = await call("getProvisioningInformationForEnterpriseUser", place);
    expect(read.data.emails).toEqual(user("mona").emails);
    await call("setInformationForProvisionedEnterpriseUser", { ...place, ...user("lisa") });
    const changed = await call("updateAttributeForEnterpriseUser", {
      ...place,
      schemas: [PATCH_OP],
      Operations: [
        { op: "replace", path: 'emails[type eq "work"].value', value: "lisa.m@example.com" },
        { op: "replace", path: "active", value: "false" },
      ],
    });
    expect(changed.data).toMatchObject({ userName: "lisa", active: false, emails: [{ value: "lisa.m@example.com" }] });
    expect((await call("deleteUserFromEnterprise", place)).status).toBe(204);
    await expect(call("getProvisioningInformationForEnterpriseUser", place)).rejects.toMatchObject({ status: 404 });
  });

  test("provisions groups, and moves users between them", async () => {
    const { data: lead } = await call("provisionEnterpriseUser", user("nat"));
    const members = [{ value: lead.id, displayName: "nat" }];
    const group = { schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"], externalId: "g1", displayName: "Leads" };
    const created = await call("provisionEnterpriseGroup", { ...group, members });
    expect(created.data).toMatchObject({ displayName: "Leads", members: [{ value: lead.id }] });
    const place = { scim_group_id: created.data.id };
    const Operations = [{ op: "remove", path: `members[value eq "${lead.id}"]` }];
    const patched = await call("updateAttributeForEnterpriseGroup", { ...place, schemas: [PATCH_OP], Operations });
    expect(patched.status).toBe(204);
    await call("setInformationForProvisionedEnterpriseGroup", { ...place, ...group, displayName: "Heads", members });
    const read = await call("getProvisioningInformationForEnterpriseGroup", place);
    expect(read.data).toMatchObject({ displayName: "Heads", members: [{ value: lead.id }] });
    const listed = await call("listProvisionedGroupsEnterprise", { filter: 'displayName eq "heads"' });
    expect(listed.data.totalResults).toBe(1);
    expect((await call("deleteScimGroupFromEnterprise", place)).status).toBe(204);
  });
});
