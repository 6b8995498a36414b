import { CopyButton } from "./copy/copy-button.tsx";
import { QrCode } from "./qr-code.tsx";

/** The key for an authenticator app, as a QR code and as text. */
export function AuthenticatorSecret({ totpUri }: { totpUri: string }) {
  const secret = new URL(totpUri).searchParams.get("secret") ?? "";
  return (
    <>
      <QrCode text={totpUri} label="Key for the authenticator app, as a QR code" />
      <div className="flex items-center gap-2 rounded-md border border-edge bg-well py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 select-all break-all text-xs">{secret.match(/.{1,4}/g)?.join(" ")}</code>
        <CopyButton text={secret} label="Copy key" />
      </div>
    </>
  );
}
