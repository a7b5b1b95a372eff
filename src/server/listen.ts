import { readFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Config } from '../platform/config.ts'
import { OperatorError } from '../platform/errors.ts'

/**
 * The length of the kernel's queue of new connections. With Node's default of 511, many clients that connect at the
 * same time would have to retry for seconds.
 */
const backlog = 4096

const reasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there; stop it, or choose another port',
  EACCES: 'this user may not listen there; choose a port above 1023',
  EADDRNOTAVAIL: 'this machine has no such address; check HOST',
  ENOTFOUND: 'no such host is known; check HOST',
}

/** Whether several sockets can listen on one port (SO_REUSEPORT in socket(7)). The service uses this only on Linux. */
export const isReusePortSupported = process.platform === 'linux'

/**
 * Listens on a port. Returns its number.
 * @param variable the environment variable of the port, for the error message
 * @throws OperatorError if the port cannot be opened
 */
export function listenOnPort(
  server: Server,
  variable: string,
  port: number,
  host: string,
  { isShared = false } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      reject(new OperatorError(`Port ${port} on ${host} (${variable}) cannot be opened: ${reason}.`, { cause: error }))
    })
    server.listen({ port, host, backlog, reusePort: isShared }, () => resolve((server.address() as AddressInfo).port))
  })
}

/**
 * Reads the TLS certificate and its private key. Returns undefined if TLS is not configured.
 * @throws OperatorError if a file is unreadable or invalid
 */
export async function readTlsFiles({ tls }: Config): Promise<SecureContextOptions | undefined> {
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
    throw new OperatorError(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key: ${reason}.`, {
      cause: error,
    })
  }
  return { cert, key, minVersion: 'TLSv1.2' }
}
