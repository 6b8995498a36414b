"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { createCredential, listCredentials } from "#lib/contract/byok.ts";
import { CREDENTIAL_DIALOGS } from "../credential-dialogs.ts";
import { useCredentialView } from "../credential-view.ts";
import { CredentialBrowser } from "./credential-browser.tsx";

const addCredential = lazyLayer(() =>
  import("../editor/add-credential.tsx").then(({ AddCredential }) => AddCredential),
);
const customProviders = lazyLayer(() =>
  import("../custom/custom-providers.tsx").then(({ CustomProviders }) => CustomProviders),
);
const systemCredentials = lazyLayer(() =>
  import("../pools/system-credentials.tsx").then(({ SystemCredentials }) => SystemCredentials),
);
const credentialPeek = lazyLayer(() => import("../credential-peek.tsx").then(({ CredentialPeek }) => CredentialPeek));

/** The provider keys page: which keys are used for each provider, and in which order. */
export function CredentialList() {
  const { name } = useShell().currentWorkspace;
  const header = {
    title: "Provider keys",
    description: `Your own provider keys (BYOK) for requests in ${name}. The provider bills you directly.`,
  };
  if (usePermission(listCredentials)) return <OpenList header={header} />;
  return <NoAccessPage {...header}>Only owners and admins can see and change provider keys.</NoAccessPage>;
}

function OpenList({ header }: { header: { title: string; description: string } }) {
  const { view, setView } = useCredentialView();
  const mayAdd = usePermission(createCredential);
  const open = useCallback(() => void setView({ create: true }), [setView]);
  const close = useCallback(() => void setView({ peek: null }), [setView]);
  return (
    <RecordDialogs dialogs={CREDENTIAL_DIALOGS} onDeleted={close}>
      <PageHeader {...header} action={mayAdd && <CreateButton onClick={open}>Add provider key</CreateButton>} />
      <CredentialBrowser onAdd={open} />
      <LazyContent layer={systemCredentials} props={{ open: true, provider: view.provider }} />
      <LazyContent layer={customProviders} props={{ open: true }} />
      <LazyContent
        layer={addCredential}
        props={{ open: view.create && mayAdd, onClose: () => void setView({ create: null }) }}
      />
      <LazyContent layer={credentialPeek} props={{ open: view.peek !== null, onClose: close }} />
    </RecordDialogs>
  );
}
