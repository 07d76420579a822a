import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Chat {
  url: string;
  close(): Promise<void>;
}

const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** The letter x, as a whole text message. */
const MESSAGE = Buffer.from([0x81, 1, 0x78]);

/** A WebSocket server that never stops talking. */
export async function serveChat(): Promise<Chat> {
  const server = createServer();
  const open = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    open.add(socket);
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${MAGIC}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const talk = setInterval(() => socket.write(MESSAGE), 5);
    const end = (): void => clearInterval(talk);
    socket.on('close', end);
    // The browser hangs up when the page is gone.
    socket.on('error', end);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
