import type { z } from "zod";
import type { OrganizationMember } from "#lib/contract/members.ts";

export type Member = z.output<typeof OrganizationMember>;
