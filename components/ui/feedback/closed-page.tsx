import type { ReactNode } from "react";
import { PageHeader } from "../display/page-header.tsx";
import { RoleNote } from "./role-note.tsx";

type ClosedPageProps = { title: string; description: ReactNode; children: ReactNode };

/** A page for whom its records are closed: what it is, and who sees them. Nothing is asked that would be refused. */
export function ClosedPage({ title, description, children }: ClosedPageProps) {
  return (
    <>
      <PageHeader title={title} description={description} />
      <RoleNote>{children}</RoleNote>
    </>
  );
}
