import { Button } from "#components/ui/display/button.tsx";

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
      <p className="font-mono text-muted text-sm">404</p>
      <h1 className="text-xl">Page not found</h1>
      <p className="text-muted">It may have been renamed or removed, or the link is incomplete.</p>
      <Button asChild variant="filled">
        {/* A `Link` would be a chunk of its own on every page. */}
        <a href="/">Go to the console</a>
      </Button>
    </main>
  );
}
