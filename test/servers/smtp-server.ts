import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Credentials of each login, as `user:password`. */
  readonly logins: string[];
  /** How many connections came in. */
  connections: number;
  /** From now on recipients are rejected with this line; undefined: accepted. */
  refuse(line: string | undefined): void;
  close(): Promise<void>;
}

/** A mail server on loopback that stores mails. It offers no TLS; login is optional. */
export async function openSmtpServer(): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | undefined;

  function converse(socket: Socket): void {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let from = '';
    let to: string[] = [];
    let isData = false;
    let buffered = '';
    const command = (line: string): void => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') say('250-localhost\r\n250 AUTH PLAIN');
      else if (verb === 'AUTH') {
        const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString()
          .split('\0');
        logins.push(`${user}:${password}`);
        say('235 Welcome');
      } else if (verb === 'MAIL') {
        from = /<(.*)>/.exec(line)?.[1] ?? '';
        to = [];
        say('250 OK');
      } else if (verb === 'RCPT') {
        if (refusal === undefined) to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        say(refusal ?? '250 OK');
      } else if (verb === 'DATA') {
        isData = true;
        say('354 Go on');
      } else if (verb === 'QUIT') socket.end('221 Bye\r\n');
      else say(verb === 'RSET' ? '250 OK' : '502 Not here');
    };
    say('220 localhost');
    socket.on('data', (chunk) => {
      buffered += chunk.toString('utf8');
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = buffered.indexOf(end);
        if (at < 0) return;
        const part = buffered.slice(0, at);
        buffered = buffered.slice(at + end.length);
        if (isData) {
          isData = false;
          mails.push({ from, to, raw: part });
          say('250 Taken');
        } else command(part);
      }
    });
  }

  const server = createServer((socket) => {
    opened.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const opened: TestSmtpServer = {
    port,
    mails,
    logins,
    connections: 0,
    refuse(line) {
      refusal = line;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}
