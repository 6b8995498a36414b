"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { Member } from "./member.ts";

/** The dialogs of the members. */
export const MEMBER_DIALOGS = dialogSet(
  {
    changeRole: lazyLayer(() => import("./change-role.tsx").then(({ ChangeRole }) => ChangeRole)),
    resetLink: lazyLayer(() => import("./reset-link.tsx").then(({ ResetLink }) => ResetLink)),
    remove: lazyLayer(() => import("./remove-member.tsx").then(({ RemoveMember }) => RemoveMember)),
  },
  ({ id }: Member) => id,
);
