import { NewKeyChoice } from "#components/ui/display/new-key-choice.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { clients, TOOLS } from "#lib/docs/connect.ts";
import { KEY_VARIABLE } from "#lib/request-samples.ts";
import { OriginAddress } from "./origin-address.tsx";
import { OriginCode } from "./origin-code.tsx";
import { ORIGIN } from "./origin-text.ts";

/** Instructions for connecting each common client to the gateway. */
export function ConnectPage() {
  return (
    <>
      <PageHeader
        title="Connect a client"
        description={
          <>
            You only change the base URL and the key. The samples read the key from <code>{KEY_VARIABLE}</code>.
          </>
        }
      />
      <div className="flex max-w-220 flex-col gap-8 text-sm">
        <NewKeyChoice />
        {clients(ORIGIN).map(({ id, name, note, samples }) => (
          <section key={id} id={id} aria-labelledby={`${id}-heading`} className="flex scroll-mt-16 flex-col gap-2.5">
            <h2 id={`${id}-heading`} className="font-medium text-base">
              <a
                href={`#${id}`}
                className="inline-flex items-center hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              >
                {name}
              </a>
            </h2>
            <p>{note}</p>
            <OriginCode label={name} samples={samples} />
          </section>
        ))}
        <section id="tools" aria-labelledby="tools-heading" className="flex scroll-mt-16 flex-col gap-2.5">
          <h2 id="tools-heading" className="font-medium text-base">
            <a
              href="#tools"
              className="inline-flex items-center hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              Agents, editors and other tools
            </a>
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
