import { LostPage } from "#components/console/lost-page.tsx";

export default function NotFoundInAccount() {
  return <LostPage />;
}
