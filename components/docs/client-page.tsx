import { Link } from "#components/ui/display/link.tsx";
import { NewKeyChoice } from "#components/ui/display/new-key-choice.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import type { Client } from "#lib/docs/client.ts";
import { OriginCode } from "./origin-code.tsx";

/** Instructions for one client, with this gateway's address and the key that was just created, if it is to be shown. */
export function ClientPage({ client }: { client: Client }) {
  const { name, note, samples, files } = client;
  return (
    <>
      <PageHeader
        parent={
          <Link href="/docs/connect" className="hover:underline">
            Connect a client
          </Link>
        }
        title={name}
      />
      <div className="flex max-w-220 flex-col gap-4 text-sm">
        <p className="max-w-[75ch]">{note}</p>
        <NewKeyChoice />
        <OriginCode label={files ? `Set up ${name}` : name} samples={samples} />
        {files && (
          <section aria-labelledby="settings-heading" className="flex flex-col gap-2.5 pt-4">
            <h2 id="settings-heading" className="font-medium text-base">
              Settings
            </h2>
            <p>The command writes these settings. You can also enter them yourself.</p>
            <OriginCode label="Settings" samples={files} />
          </section>
        )}
      </div>
    </>
  );
}
