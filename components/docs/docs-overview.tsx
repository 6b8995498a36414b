import { Link } from "#components/ui/display/link.tsx";
import { NewKeyChoice } from "#components/ui/display/new-key-choice.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { groups } from "#lib/docs/groups.ts";
import { KEY_PLACEHOLDER, requestSamples } from "#lib/request-samples.ts";
import { OriginCode } from "./origin-code.tsx";
import { ORIGIN } from "./origin-text.ts";

const BASE_URL = `${ORIGIN}/api/v1`;
const LINK = "text-accent-ink underline underline-offset-3";
const ENVELOPE = `{
  "type": "error",
  "error": {
    "type": "rate_limit_error",
    "code": 429,
    "message": "Too many requests"
  }
}`;

/** The reference's first page: address, key, errors, and every endpoint. */
export function DocsOverview() {
  return (
    <>
      <PageHeader
        title="API reference"
        description="One API for many model providers. Generated from the schemas that validate every request."
      />
      <div className="flex max-w-220 flex-col gap-8 text-sm">
        <section className="flex flex-col gap-3">
          <h2 className="font-medium text-base">Your first request</h2>
          <p>
            Send a key from the Keys page as <code>Authorization: Bearer</code>, or as <code>x-api-key</code>. Clients
            that take a base URL work unchanged:{" "}
            <Link href="/docs/connect" className={LINK}>
              connect a client
            </Link>
            .
          </p>
          <NewKeyChoice />
          <OriginCode
            label="First request"
            samples={requestSamples({ baseUrl: BASE_URL, model: "local/echo", key: KEY_PLACEHOLDER })}
          />
        </section>
        <section className="flex flex-col gap-3">
          <h2 className="font-medium text-base">Errors</h2>
          <p>
            Every error has this format, with the HTTP status as <code>code</code>. The <code>x-request-id</code> header
            identifies the request. Once a stream has started, an error arrives as an event.
          </p>
          <OriginCode label="Error" samples={[{ id: "json", label: "JSON", code: ENVELOPE }]} />
        </section>
        <section className="flex flex-col gap-3">
          <h2 className="font-medium text-base">Endpoints</h2>
          <p>
            Machine-readable:{" "}
            <a href="/api/v1/openapi.json" className={LINK}>
              openapi.json
            </a>{" "}
            and{" "}
            <a href="/llms.txt" className={LINK}>
              llms.txt
            </a>
            .
          </p>
          {[...groups].map(([group, operations]) => (
            <div key={group}>
              <h3 className="pb-1 text-muted text-xs">{group}</h3>
              <ul>
                {operations.map(({ id, method, path, summary }) => (
                  <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t py-1.5">
                    <Link
                      href={`/docs/${id}`}
                      className="flex min-w-60 items-center hover:underline pointer-coarse:min-h-11"
                    >
                      {summary}
                    </Link>
                    <code className="break-all text-muted text-xs">
                      {method} {path}
                    </code>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      </div>
    </>
  );
}
