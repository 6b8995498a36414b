import type { OrganizationRecord } from "#server/data/accounts.ts";

export const organizationRecord = ({ requiresSecondFactor, ...organization }: OrganizationRecord) => ({
  ...organization,
  requires_second_factor: requiresSecondFactor,
});
