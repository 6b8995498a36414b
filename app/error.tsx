"use client";

import { PageErrorOutlet } from "#components/console/page-error-context.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function RootError(props: Props) {
  return (
    <main className="mx-auto max-w-180 px-4 py-10">
      <PageErrorOutlet {...props} />
    </main>
  );
}
