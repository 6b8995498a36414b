"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams, useRouter } from "next/navigation";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { RoleNote } from "#components/ui/feedback/role-note.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { RecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { query } from "#lib/api/query.ts";
import { listWorkspaceMembers } from "#lib/contract/workspace-members.ts";
import { getWorkspace } from "#lib/contract/workspaces.ts";
import { PeopleBrowser } from "./people-browser.tsx";
import { WORKSPACE_DIALOGS } from "./workspace-dialogs.ts";
import { WorkspaceHeader } from "./workspace-header.tsx";

const back = (
  <Link
    href="/org/workspaces"
    className="inline-flex items-center hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    Workspaces
  </Link>
);

/** One workspace's page in the organization: its members, and actions to open or delete it. */
export function WorkspaceView() {
  const { ref } = useParams<{ ref: string }>();
  const { role } = useShell();
  const router = useRouter();
  const seesMembers = usePermission(listWorkspaceMembers);
  const result = useQuery(query(getWorkspace, { params: { ref } }));
  const { data, error } = result;
  if (error && !data) {
    return (
      <>
        <PageHeader parent={back} title="Workspace" />
        <ApiErrorState
          title="The workspace could not be loaded"
          missing={`Workspace “${ref}” not found`}
          result={result}
        />
      </>
    );
  }
  if (!data) return <ViewSkeleton />;
  return (
    <RecordDialogs dialogs={WORKSPACE_DIALOGS} onDeleted={() => router.push("/org/workspaces")}>
      <WorkspaceHeader workspace={data.data} parent={back} />
      {seesMembers ? (
        <PeopleBrowser workspace={data.data} />
      ) : (
        <RoleNote>Only owners and admins can see workspace members. Your role is {role}.</RoleNote>
      )}
    </RecordDialogs>
  );
}

function ViewSkeleton() {
  return (
    <Loading label="the workspace" className="flex flex-col gap-5">
      <Skeleton className="w-20" />
      <Skeleton className="h-6 w-72 max-w-full" />
      <Skeleton className="h-52" />
    </Loading>
  );
}
