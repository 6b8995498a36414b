"use client";

import { UserPlus } from "lucide-react";
import { useCallback } from "react";
import { useCreateShortcut } from "#components/shell/commands/shortcuts.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { TabPanel, Tabs } from "#components/ui/display/tabs.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { parseAsBoolean, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryState } from "#components/ui/hooks/query-state.ts";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { createInvitation } from "#lib/contract/invitations.ts";
import { InvitationBrowser } from "./invitation-browser.tsx";
import { MemberBrowser } from "./member-browser.tsx";
import { MEMBER_DIALOGS } from "./member-dialogs.ts";
import { RoleTable } from "./role-table.tsx";

const invitation = lazyLayer(() => import("./invite.tsx").then((file) => file.Invite));

const TABS = [
  { value: "members", label: "Members" },
  { value: "invitations", label: "Invitations" },
  { value: "roles", label: "Role permissions" },
] as const;

const tabParser = parseAsStringLiteral(TABS.map(({ value }) => value))
  .withDefault("members")
  .withOptions({ history: "push" });

/** The members of the organization, the pending invitations, and the permissions of each role. */
export function MemberList() {
  const { role } = useShell();
  const mayInvite = usePermission(createInvitation);
  const [tab, setTab] = useQueryState("tab", tabParser);
  const [inviting, setInviting] = useQueryState("invite", parseAsBoolean.withDefault(false));
  const open = useCallback(() => void setInviting(true), [setInviting]);
  useCreateShortcut("Invite a member", mayInvite ? open : undefined);
  const description = "People in your organization and their roles";
  if (!mayInvite) {
    return (
      <>
        <PageHeader title="Members" description={description} />
        <div className="flex flex-col gap-6">
          <RoleNote>Only owners and admins can see and change members. Your role is {role}.</RoleNote>
          <RoleTable />
        </div>
      </>
    );
  }
  return (
    <RecordDialogs dialogs={MEMBER_DIALOGS}>
      <PageHeader title="Members" description={description} action={<InviteButton onClick={open} />} />
      <Tabs label="Members and roles" tabs={TABS} value={tab} onValueChange={(next) => void setTab(next)}>
        <TabPanel value="members" className="flex flex-col gap-3">
          <MemberBrowser />
        </TabPanel>
        <TabPanel value="invitations" className="flex flex-col gap-3">
          <InvitationBrowser onInvite={open} />
        </TabPanel>
        <TabPanel value="roles">
          <RoleTable />
        </TabPanel>
      </Tabs>
      <LazyContent layer={invitation} props={{ open: inviting, onClose: () => void setInviting(null) }} />
    </RecordDialogs>
  );
}

function InviteButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="filled" onClick={onClick}>
      <UserPlus aria-hidden />
      Invite
    </Button>
  );
}
