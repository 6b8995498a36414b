import { describe, expect, test } from "vitest";
import { becomeOwner } from "#tests/support/people.ts";
import { openWorld } from "../scenario/scenario-world.ts";
import { openrouterClient } from "./openrouter-responses.ts";

// The client validates every response against its own schema and throws if it does not match.
const world = openWorld();
const manager = () => openrouterClient(world.connection({ key: world.gateway.managementKey })).guardrails;

describe("@openrouter/sdk guardrails", () => {
  test("are created, read, changed, listed and deleted", async () => {
    const made = await manager().create({
      createGuardrailRequest: {
        name: "Robots",
        limitUsd: 20,
        resetInterval: "monthly",
        allowedModels: ["openai/gpt-5-mini"],
        enforceZdr: true,
        contentFilterBuiltins: [{ slug: "email", action: "redact" }],
        contentFilters: [{ pattern: "ACME-\\d+", action: "block", label: "Code" }],
      },
    });
    const { id } = made.data;
    expect(made.data).toMatchObject({ name: "Robots", limitUsd: 20, enforceZdrOther: true });
    expect((await manager().get({ id })).data).toMatchObject({ contentFilterBuiltins: [{ slug: "email" }] });
    const changed = await manager().update({
      id,
      updateGuardrailRequest: { name: "Androids", limitUsd: null, ignoredProviders: ["google"] },
    });
    expect(changed.data).toMatchObject({ name: "Androids", limitUsd: null, allowedModels: ["openai/gpt-5-mini"] });
    const pages = await Array.fromAsync(await manager().list({}));
    expect(pages.flatMap(({ result }) => result.data).map((one) => one.id)).toContain(id);
    expect(await manager().delete({ id })).toEqual({ deleted: true });
    await expect(manager().get({ id })).rejects.toMatchObject({ statusCode: 404 });
  });

  test("are assigned to keys and members and unassigned again", async () => {
    const { id } = (await manager().create({ createGuardrailRequest: { name: "Assigned" } })).data;
    const [{ hash }, userId] = [await world.gateway.newKey(), (await becomeOwner(world.gateway)).id];
    const keys = { id, bulkAssignKeysRequest: { keyHashes: [hash] } };
    expect(await manager().bulkAssignKeys(keys)).toEqual({ assignedCount: 1 });
    const members = { id, bulkAssignMembersRequest: { memberUserIds: [userId] } };
    expect(await manager().bulkAssignMembers(members)).toEqual({ assignedCount: 1 });
    const keyPages = await Array.fromAsync(await manager().listGuardrailKeyAssignments({ id }));
    expect(keyPages.flatMap(({ result }) => result.data)).toMatchObject([{ guardrailId: id, keyHash: hash }]);
    const memberPages = await Array.fromAsync(await manager().listGuardrailMemberAssignments({ id }));
    expect(memberPages.flatMap(({ result }) => result.data)).toMatchObject([{ guardrailId: id, userId }]);
    const all = [
      ...(await Array.fromAsync(await manager().listKeyAssignments({}))),
      ...(await Array.fromAsync(await manager().listMemberAssignments({}))),
    ];
    expect(all.flatMap(({ result }) => result.data as object[])).toHaveLength(2);
    const takenKeys = { id, bulkUnassignKeysRequest: { keyHashes: [hash] } };
    expect(await manager().bulkUnassignKeys(takenKeys)).toEqual({ unassignedCount: 1 });
    const takenMembers = { id, bulkUnassignMembersRequest: { memberUserIds: [userId] } };
    expect(await manager().bulkUnassignMembers(takenMembers)).toEqual({ unassignedCount: 1 });
  });

  test("return 403 to an ordinary key", async () => {
    const ordinary = openrouterClient(world.connection()).guardrails;
    await expect(ordinary.list({})).rejects.toMatchObject({ statusCode: 403 });
  });
});
