"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { Credential } from "./credential-status.tsx";

/** The dialogs of the provider keys. */
export const CREDENTIAL_DIALOGS = dialogSet(
  {
    replace: lazyLayer(() => import("./editor/replace-key.tsx").then(({ ReplaceKey }) => ReplaceKey)),
    remove: lazyLayer(() => import("./delete-credential.tsx").then(({ DeleteCredential }) => DeleteCredential)),
  },
  ({ id }: Credential) => id,
);
