"use client";

import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { listDestinations } from "#lib/contract/destinations.ts";
import { DestinationBrowser } from "./destination-browser.tsx";
import { useDestinationView } from "./destination-view.ts";

const addDestination = lazyLayer(() => import("./add-destination.tsx").then(({ AddDestination }) => AddDestination));
const peek = lazyLayer(() => import("./destination-peek.tsx").then(({ DestinationPeek }) => DestinationPeek));

/** The destinations page: the services that receive the workspace's requests, and whether delivery works. */
export function Destinations() {
  const { name } = useShell().currentWorkspace;
  const header = {
    title: "Destinations",
    description: `Systems that receive a record of each request in ${name}.`,
  };
  if (usePermission(listDestinations)) return <OpenPage header={header} />;
  return <NoAccessPage {...header}>Only owners and admins can see and change destinations.</NoAccessPage>;
}

function OpenPage({ header }: { header: { title: string; description: string } }) {
  const { view, setView } = useDestinationView();
  const open = useCallback(() => void setView({ create: true }), [setView]);
  return (
    <>
      <PageHeader {...header} action={<CreateButton onClick={open}>Add destination</CreateButton>} />
      <DestinationBrowser onAdd={open} />
      <LazyContent
        layer={addDestination}
        props={{ open: view.create, onClose: () => void setView({ create: null }) }}
      />
      <LazyContent layer={peek} props={{ open: view.peek !== null, onClose: () => void setView({ peek: null }) }} />
    </>
  );
}
