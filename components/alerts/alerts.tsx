"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { CreateButton } from "#components/shell/commands/create-button.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { NoAccessPage } from "#components/ui/feedback/no-access-page.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import { listAlerts } from "#lib/contract/alerts.ts";
import { useAlertView } from "./alert-view.ts";
import { ChannelList } from "./channel-list.tsx";
import { History } from "./history.tsx";
import { OpenAlerts } from "./open-alerts.tsx";
import { RuleList } from "./rule-list.tsx";

const ruleEditor = lazyLayer(() => import("./rule-editor.tsx").then(({ RuleEditor }) => RuleEditor));
const channelEditor = lazyLayer(() => import("./channel-editor.tsx").then(({ ChannelEditor }) => ChannelEditor));
const alertPeek = lazyLayer(() => import("./alert-peek.tsx").then(({ AlertPeek }) => AlertPeek));

/** The alerts page: what is wrong now, the rules that watch, where they report, and the past. */
export function Alerts() {
  const { name } = useShell().currentWorkspace;
  const header = { title: "Alerts", description: `Rules that watch ${name} and report what needs attention.` };
  if (usePermission(listAlerts)) return <OpenPage header={header} />;
  return <NoAccessPage {...header}>Only owners and admins can see and change alerts.</NoAccessPage>;
}

function OpenPage({ header }: { header: { title: string; description: string } }) {
  const { view, setView } = useAlertView();
  const isChannels = view.tab === "channels";
  const create = useCallback(() => void setView({ create: true }), [setView]);
  const action = isChannels ? "Add channel" : "Add rule";
  const open = useOpenCount();
  const tabs = [
    { value: "open" as const, label: "Open", ...(open !== undefined && { count: open }) },
    { value: "rules" as const, label: "Rules" },
    { value: "channels" as const, label: "Channels" },
    { value: "history" as const, label: "History" },
  ];
  return (
    <>
      <PageHeader {...header} action={<CreateButton onClick={create}>{action}</CreateButton>} />
      <Tabs label="Alerts" tabs={tabs} value={view.tab} onValueChange={(tab) => void setView({ tab })}>
        <TabPanel value="open">
          <OpenAlerts onCreate={create} />
        </TabPanel>
        <TabPanel value="rules">
          <RuleList onCreate={create} />
        </TabPanel>
        <TabPanel value="channels">
          <ChannelList onCreate={create} />
        </TabPanel>
        <TabPanel value="history">
          <History />
        </TabPanel>
      </Tabs>
      <LazyContent
        layer={ruleEditor}
        props={{
          open: view.rule !== null || (view.create && !isChannels),
          id: view.rule,
          onClose: () => void setView({ rule: null, create: null }),
        }}
      />
      <LazyContent
        layer={channelEditor}
        props={{
          open: view.channel !== null || (view.create && isChannels),
          id: view.channel,
          onClose: () => void setView({ channel: null, create: null }),
        }}
      />
      <LazyContent
        layer={alertPeek}
        props={{ open: view.alert !== null, id: view.alert, onClose: () => void setView({ alert: null }) }}
      />
    </>
  );
}

function useOpenCount(): number | undefined {
  const { slug } = useShell().currentWorkspace;
  const { data } = useQuery(query(listAlerts, { query: { workspace_id: slug, state: "open", limit: 100 } }));
  return data?.total_count;
}
