import { describe, expect, test } from "vitest";
import type { Endpoint, SecondFactorStep } from "#lib/contract/endpoint.ts";
import { requireAccess } from "#server/auth/authenticate.ts";
import { requireSecondFactor } from "#server/auth/missing-second-factor.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import { everyEndpoint } from "#tests/fuzz/endpoints.ts";

/** Everything that a session without its second factor may call; a new endpoint must be added here too. */
const OPEN: Record<SecondFactorStep, string[]> = {
  code: ["getAccount", "verifySecondFactor"],
  set_up: ["getAccount", "enableSecondFactor", "confirmSecondFactor", "startPasskey", "addPasskey"],
};

const guarded = (await everyEndpoint()).filter(({ access }) => access !== "public");
const steps: SecondFactorStep[] = ["code", "set_up"];
const cells = steps.flatMap((step) =>
  guarded.map((endpoint) => [step, `${endpoint.method} ${endpoint.path}`, endpoint] as const),
);

const ownerAt = (step?: SecondFactorStep): Principal => ({
  workspaceId: "workspace",
  organizationId: "organization",
  userId: "user",
  management: true,
  role: "owner",
  ...(step && { secondFactorStep: step }),
});

function refusalOf(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("an owner's session without its second factor", () => {
  // The rejection comes before the gateway is used.
  const access = (endpoint: Endpoint, step: SecondFactorStep) =>
    refusalOf(() => requireAccess({} as Gateway, ownerAt(step), endpoint, new Request("http://localhost")));

  test.each(cells.filter(([step, , { id }]) => !OPEN[step].includes(id)))(
    "at the step %s is rejected by %s",
    (step, _, endpoint) => {
      const refusal = { status: 403, metadata: { reason: "second_factor" } };
      expect(access(endpoint, step)).toMatchObject(refusal);
    },
  );

  test.each(cells.filter(([step, , { id }]) => OPEN[step].includes(id)))(
    "at the step %s may call %s",
    (step, _, endpoint) => {
      expect(refusalOf(() => requireSecondFactor(ownerAt(step), endpoint))).toBeUndefined();
    },
  );
});

test("a session with its second factor is never blocked", () => {
  for (const endpoint of guarded) expect(refusalOf(() => requireSecondFactor(ownerAt(), endpoint))).toBeUndefined();
});

test("a key never acts on the session of a cookie sent with it", () => {
  const key = { ...ownerAt(), key: { hash: "hash" } } as Principal;
  for (const endpoint of guarded.filter(({ resource }) => resource === "session")) {
    const refusal = refusalOf(() => requireAccess({} as Gateway, key, endpoint, new Request("http://localhost")));
    expect(refusal).toMatchObject({ status: 401 });
  }
});
