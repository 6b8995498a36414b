import type { Assignees } from "../editor/use-assignees.ts";

/** "3 keys, 1 member". */
export function AssigneeSummary({ assignees }: { assignees: Assignees | undefined }) {
  if (!assignees) return <span className="text-muted">–</span>;
  const words = describeAssignees(assignees);
  return words ? (
    <span>{words}</span>
  ) : (
    <span className="text-muted" title="Assign it to a key or a member.">
      nothing yet
    </span>
  );
}

/** Empty without assignees. */
export function describeAssignees({ keys, members }: Assignees): string {
  return [
    ...(keys.length > 0 ? [`${keys.length} ${keys.length === 1 ? "key" : "keys"}`] : []),
    ...(members.length > 0 ? [`${members.length} ${members.length === 1 ? "member" : "members"}`] : []),
  ].join(", ");
}
