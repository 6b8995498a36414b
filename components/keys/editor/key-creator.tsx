"use client";

import { useQuery } from "@tanstack/react-query";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { queryAll } from "#lib/api/query-all.ts";
import { listMembers } from "#lib/contract/members.ts";

/**
 * The creator of a key: the user's own name, anyone's for administrators, otherwise the id; nobody for a key created
 * over the API.
 */
export function KeyCreator({ userId }: { userId: string | null }) {
  const { user } = useShell();
  const may = usePermission(listMembers);
  const members = useQuery({ ...queryAll(listMembers), enabled: may && userId !== null });
  if (!userId) return <span className="text-muted">no user: created through the API or at startup</span>;
  const member = [user, ...(members.data?.data ?? [])].find(({ id }) => id === userId);
  if (!member) return <IdPill id={userId} label="user ID" />;
  return <bdi title={member.email}>{member.name || member.email}</bdi>;
}
