import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchFile } from '../../src/assets/uploads/fetch-file.ts'
import { type ImportPolicy, publicImportPolicy } from '../../src/assets/uploads/import-policy.ts'

const signal = () => AbortSignal.timeout(10_000)

/** Addresses of this machine, of private networks, of link-local services and of metadata services, as people write them. */
const forbidden = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0x7f.0x0.0x0.0x1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://①②⑦.0.0.1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://a.localhost/',
  'https://localhost./',
  'https://db/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://10.0.0.1/',
  'https://10.1/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://0xc0a80001/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://0xa9fea9fe/',
  'https://2852039166/',
  'https://169.254.43518/',
  'https://192.0.0.192/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://example.com:8443/',
  'https://user:secret@example.com/',
  'http://example.com/',
  'file:///etc/passwd',
]

test.each(forbidden)('a file is not fetched from %s', async (url) => {
  await expect(fetchFile(url, publicImportPolicy, signal())).rejects.toMatchObject({
    code: 'invalid_request',
    details: { fields: [{ path: 'url', message: expect.stringMatching(/^(must|leads)/) }] },
  })
})

let port: number
let policy: ImportPolicy
let close: () => void
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coursewright-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=files.example.com', '-addext', 'subjectAltName=DNS:files.example.com']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  const ca = await readFile(cert, 'utf8')
  const server = createServer({ key: await readFile(key), cert: ca }, (req, res) => {
    const [, kind, count] = /^\/(\w+)\/?(.*)$/.exec(req.url!) ?? []
    if (kind === 'hops' && Number(count) > 0)
      return res.writeHead(302, { Location: `/hops/${Number(count) - 1}` }).end()
    if (kind === 'inside') return res.writeHead(302, { Location: 'https://169.254.169.254/' }).end()
    if (kind === 'plain') return res.writeHead(302, { Location: 'http://files.example.com/' }).end()
    if (kind === 'missing') return res.writeHead(404).end()
    return res.end('bytes')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
  policy = { ...publicImportPolicy, allowsPort: () => true, lookup, ca }
  close = () => server.close()
})
afterAll(() => close())

const fetchFrom = (path: string, own = policy) => fetchFile(`https://files.example.com:${port}${path}`, own, signal())

test('a file is fetched through at most three redirects', async () => {
  expect(await text(await fetchFrom('/hops/3'))).toBe('bytes')
  await expect(fetchFrom('/hops/4')).rejects.toThrow('at most 3 redirects')
})

test.each([
  ['/inside', 'must be an address on the public Internet'],
  ['/plain', 'must be an address that starts with https://'],
  ['/missing', 'leads to a server that answers 404'],
])('%s is refused, because it %s', async (path, message) => {
  await expect(fetchFrom(path)).rejects.toThrow(message)
})

test('the address of a name is checked when it is connected', async () => {
  const lookup: LookupFunction = (_host, _options, callback) =>
    callback(Object.assign(new Error('refused'), { name: 'RefusedAddress' }), '', 0)
  await expect(fetchFrom('/', { ...policy, lookup })).rejects.toThrow('must be an address on the public Internet')
})

test('a server with an unknown certificate is refused', async () => {
  const { ca: _ca, ...withoutCa } = policy
  await expect(fetchFrom('/', withoutCa)).rejects.toThrow('cannot be read')
})
