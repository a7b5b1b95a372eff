import { readFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'

/** Connections that the system keeps until they are taken up. With Node's 511 a crowd would be told to come again in seconds. */
const backlog = 4096

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there; stop it, or choose another port',
  EACCES: 'this user may not listen there; choose a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; check HOST',
  ENOTFOUND: 'no such host is known; check HOST',
}

/** Whether several sockets can listen on one port (socket(7), SO_REUSEPORT). */
export const isPortShared = process.platform === 'linux'

/**
 * Opens a server's port, whose variable is `name`, and gives the port that it got; `shared`, with others that
 * share it.
 * @throws OperatorError where that is not possible
 */
export function listen(
  server: Server,
  name: string,
  port: number,
  host: string,
  { shared = false } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      reject(new OperatorError(`Port ${port} on ${host} (${name}) cannot be opened: ${reason}.`, { cause: error }))
    })
    server.listen({ port, host, backlog, reusePort: shared }, () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * The certificate and its key.
 * @throws OperatorError where a file cannot be read, or is something else
 */
export async function readTls({ tls }: Config): Promise<SecureContextOptions | undefined> {
  if (!tls) return undefined
  const read = (name: string, file: string) =>
    readFile(file).catch((error: Error) => {
      throw new OperatorError(`${name} cannot be read: ${error.message}.`, { cause: error })
    })
  const [cert, key] = await Promise.all([read('TLS_CERT_FILE', tls.certFile), read('TLS_KEY_FILE', tls.keyFile)])
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const reason = (error as Error).message
    throw new OperatorError(`TLS_CERT_FILE and TLS_KEY_FILE are no certificate and its key: ${reason}.`, {
      cause: error,
    })
  }
  return { cert, key, minVersion: 'TLSv1.2' }
}
