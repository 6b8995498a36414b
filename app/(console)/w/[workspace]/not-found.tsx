import { LostPage } from "#components/console/lost-page.tsx";

export default function NotFoundInWorkspace() {
  return <LostPage />;
}
