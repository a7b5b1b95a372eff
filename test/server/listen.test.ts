import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../src/platform/config.ts'
import { OperatorError } from '../../src/platform/errors.ts'
import { listenOnPort, readTlsFiles } from '../../src/server/listen.ts'

const host = '127.0.0.1'

function newServer() {
  const server = createServer()
  onTestFinished(() => void server.close())
  return server
}

test('a port that is taken, or an address that this machine does not have, is refused with a sentence', async () => {
  const first = newServer()
  const port = await listenOnPort(first, 'PORT', 0, host)
  expect(port).toBe((first.address() as AddressInfo).port)
  const taken = listenOnPort(newServer(), 'METRICS_PORT', port, host)
  await expect(taken).rejects.toBeInstanceOf(OperatorError)
  await expect(taken).rejects.toThrow(
    `Port ${port} on ${host} (METRICS_PORT) cannot be opened: another program listens there; stop it, or choose another port.`,
  )
  await expect(listenOnPort(newServer(), 'PORT', 0, '203.0.113.7')).rejects.toThrow('this machine has no such address')
})

test('many clients that connect at once wait in the queue of the kernel, and the port is not shared', async () => {
  const server = newServer()
  const listen = vi.spyOn(server, 'listen')
  await listenOnPort(server, 'PORT', 0, host)
  expect(listen.mock.calls[0]![0]).toEqual({ port: 0, host, backlog: 4096, reusePort: false })
})

test('files that are no certificate and its key are refused with a sentence, and so are missing ones', async () => {
  expect(await readTlsFiles(readConfig({}))).toBeUndefined()
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-tls-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(TLS_CERT_FILE, 'no certificate')
  const config = readConfig({ TLS_CERT_FILE, TLS_KEY_FILE })
  await expect(readTlsFiles(config)).rejects.toThrow('TLS_KEY_FILE cannot be read: ')
  await writeFile(TLS_KEY_FILE, 'no key')
  await expect(readTlsFiles(config)).rejects.toThrow(
    'TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key: ',
  )
})

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()

test.skipIf(!hasOpenssl)('HTTPS needs TLS 1.2 or newer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-tls-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=localhost',
  ]
  execFileSync('openssl', ['req', ...kind, '-keyout', TLS_KEY_FILE, '-out', TLS_CERT_FILE], { stdio: 'ignore' })
  expect((await readTlsFiles(readConfig({ TLS_CERT_FILE, TLS_KEY_FILE })))?.minVersion).toBe('TLSv1.2')
})
