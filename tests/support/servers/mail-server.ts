import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; text: string };

/** An SMTP server on 127.0.0.1 that requires a password, records mails, and rejects recipients of `rejected.example`. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === "switchboard" && password === "secret-of-the-mail") return done(null, { user: username });
      return done(new Error("Wrong password"));
    },
    onRcptTo({ address }, _session, done) {
      if (!address.endsWith("@rejected.example")) return done();
      return done(Object.assign(new Error("No such user"), { responseCode: 550 }));
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      received.push({
        from,
        to: envelope.rcptTo.map(({ address }) => address),
        text: Buffer.concat(chunks).toString(),
      });
      done();
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://switchboard:secret-of-the-mail@127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
