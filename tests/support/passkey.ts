import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Options = { challenge: string };

/** Creates a software authenticator with one passkey (WebAuthn, ES256, no attestation) for pages of `origin`. */
export function authenticator(origin: string, host: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const { x, y } = publicKey.export({ format: "jwk" }) as { x: string; y: string };
  const hostHash = createHash("sha256").update(host).digest();
  const common = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };
  const clientDataOf = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  let counter = 0;
  const headOf = (flags: number) => {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter++, 1);
    return Buffer.concat([hostHash, rest]);
  };
  return {
    /** Returns the browser's result for a new passkey. */
    register(options: Options, verifiesUser = true) {
      const clientData = clientDataOf("webauthn.create", options);
      const lengths = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        headOf(verifiesUser ? 0x45 : 0x41),
        Buffer.alloc(16),
        lengths,
        id,
        coseKey(x, y),
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])],
        ...[cborText("authData"), cborBytes(authData)],
      ]);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
      return { ...common, response, clientExtensionResults: {} };
    },
    /**
     * Returns the browser's result for a sign-in with the passkey; `verifiesUser`: after a PIN, a fingerprint or a
     * face.
     */
    signIn(options: Options, verifiesUser = true) {
      const clientData = clientDataOf("webauthn.get", options);
      const authData = headOf(verifiesUser ? 0x05 : 0x01);
      const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
      const response = {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      };
      return { ...common, response, clientExtensionResults: {} };
    },
  };
}

/** Returns a P-256 public key as COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(x: string, y: string): Buffer {
  const point = (text: string) => cborBytes(Buffer.from(text, "base64url"));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[point(x), Buffer.from([0x22]), point(y)],
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}
