import { PageNotFound } from "#components/console/page-not-found.tsx";

export default function NotFoundInWorkspace() {
  return <PageNotFound />;
}
