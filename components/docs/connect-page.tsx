import { Link } from "#components/ui/display/link.tsx";
import { NewKeyChoice } from "#components/ui/display/new-key-choice.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { clients, TOOLS } from "#lib/docs/connect.ts";
import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { OriginAddress } from "./origin-address.tsx";
import { OriginCode } from "./origin-code.tsx";
import { ORIGIN } from "./origin-text.ts";

/** Links to the instructions for each client, the smallest request, and settings for all other programs. */
export function ConnectPage() {
  const all = clients(ORIGIN);
  const groups = Map.groupBy(all, ({ kind }) => kind);
  const curl = all.find(({ id }) => id === "curl");
  return (
    <>
      <PageHeader
        title="Connect a client"
        description={
          <>
            Change only the base URL and the key. The samples read the key from <code>{KEY_VARIABLE}</code>.
          </>
        }
      />
      <div className="flex max-w-220 flex-col gap-8 text-sm">
        {[...groups].map(([kind, members]) => (
          <section key={kind} aria-label={kind} className="flex flex-col gap-2.5">
            <h2 className="font-medium text-base">{kind}</h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-2">
              {members.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    href={`/docs/connect/${id}`}
                    className="flex h-10 items-center rounded-md border bg-panel px-3 hover:bg-well pointer-coarse:min-h-11"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {curl && (
          <section aria-labelledby="first-request" className="flex flex-col gap-2.5">
            <h2 id="first-request" className="font-medium text-base">
              First request
            </h2>
            <NewKeyChoice />
            <OriginCode label={curl.name} samples={curl.samples} />
          </section>
        )}
        <section id="tools" aria-labelledby="tools-heading" className="flex scroll-mt-16 flex-col gap-2.5">
          <h2 id="tools-heading" className="font-medium text-base">
            Editors and other tools
          </h2>
          <p>Most tools let you set the base URL in their settings or with these environment variables.</p>
          <dl className="flex flex-col">
            {TOOLS.map(({ kind, base, settings }) => (
              <div key={kind} className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t py-2">
                <dt className="w-52">{kind}</dt>
                <dd className="min-w-0 break-words font-mono text-xs">{settings}</dd>
                <dd className="ml-auto">
                  <OriginAddress path={base === "openai" ? "/api/v1" : "/api"} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}
