import type { z } from "zod";
import type { Invitation as InvitationSchema } from "#lib/contract/invitations.ts";

export type Invitation = z.output<typeof InvitationSchema>;
