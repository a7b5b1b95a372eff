import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isHttpsRequestOutsideLocalhost } from '../../../src/http/pipeline/security-headers.ts'
import type { Config } from '../../../src/platform/config.ts'

const tls = { certFile: 'cert.pem', keyFile: 'key.pem' }

test.each([
  ['our own certificate', { tls }, { host: 'api.example.com' }, true],
  ['our own certificate, on this machine', { tls }, { host: 'localhost:4000' }, false],
  [
    'neither a certificate nor a proxy',
    { trustProxy: false },
    { host: 'api.example.com', 'x-forwarded-proto': 'https' },
    false,
  ],
  ['a trusted proxy without X-Forwarded-Proto', { trustProxy: true }, { host: 'api.example.com' }, false],
  ['a trusted proxy', { trustProxy: true }, { host: 'api.example.com', 'x-forwarded-proto': 'http, https' }, true],
])('a request through %s', (_by, config, headers, secure) => {
  expect(isHttpsRequestOutsideLocalhost({ headers } as IncomingMessage, config as Config)).toBe(secure)
})
