import type { ReactNode } from "react";
import { PageHeader } from "../display/page-header.tsx";
import { RoleNote } from "./role-note.tsx";

type NoAccessPageProps = { title: string; description: ReactNode; children: ReactNode };

/**
 * Shown to users without access to a page: what the page is and who can see it. Sends no request that would be
 * rejected.
 */
export function NoAccessPage({ title, description, children }: NoAccessPageProps) {
  return (
    <>
      <PageHeader title={title} description={description} />
      <RoleNote>{children}</RoleNote>
    </>
  );
}
