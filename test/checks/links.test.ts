import { createSocket } from 'node:dgram'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { checkLinksOfCourse } from '../../src/checks/links/check-links.ts'
import { isLinkRequestAllowed } from '../../src/checks/links/request.ts'
import { isPublicIpAddress, publicInternetRequestPolicy } from '../../src/checks/links/request-policy.ts'
import { serviceForTest } from '../support/service.ts'
import { block, courseOf, text } from './faults.ts'

const answers: Record<string, number> = {
  '/there': 200,
  '/gone': 410,
  '/missing': 404,
  '/busy': 503,
  '/no-head': 200,
  '/endless': 404,
}
const received: string[] = []
let origin: string
const server = createServer((req: IncomingMessage, res) => {
  received.push(`${req.method} ${req.url}`)
  if (req.url === '/moved') return res.writeHead(301, { Location: '/missing' }).end()
  if (req.url === '/switch') return res.writeHead(101, { Connection: 'Upgrade', Upgrade: 'x' }).end()
  if (req.url === '/loop') return res.writeHead(302, { Location: '/loop' }).end()
  if (req.url === '/inside') return res.writeHead(302, { Location: 'http://10.0.0.1/' }).end()
  if (req.url === '/no-head' && req.method === 'HEAD') return res.writeHead(404).end()
  if (req.url === '/silent') return
  if (req.url === '/endless' && req.method === 'GET') {
    res.on('close', () => received.push('closed'))
    return res.write('page')
  }
  return res.writeHead(answers[req.url!] ?? 200).end('page')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  received.length = 0
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** Reaches the server of this test, which a check of links would refuse. */
const local = { allowsAddress: (address: string) => address === '127.0.0.1', allowsPort: () => true }
const check = (...paths: string[]) =>
  checkLinksOfCourse(courseOf([text(paths.map((path) => `[Page](${origin}${path})`).join(' '))]), {
    offset: 0,
    policy: local,
  })

test.each(['/missing', '/gone', '/moved'])('a link to a page that is gone is found: %s', async (path) => {
  const { findings, checked, unknown } = await check(path)
  expect([checked, unknown]).toEqual([1, 0])
  expect(findings).toMatchObject([{ code: 'link_dead', severity: 'warning', kind: 'block', path: '/content/text' }])
  expect(findings[0]!.message).toContain(`${origin}${path}`)
})

test.each([
  ['/there', 0],
  ['/no-head', 0],
  ['/busy', 1],
  ['/loop', 1],
  ['/inside', 1],
  ['/switch', 1],
])('a link to %s is not called dead', async (path, unknown) => {
  expect(await check(path)).toEqual({ findings: [], checked: 1, unknown, remaining: 0 })
})

test('of a link, five redirects are followed', async () => {
  await check('/loop')
  expect(received).toEqual(Array(6).fill('HEAD /loop'))
})

test('the body of a page is not read: the connection is closed after the head, although the page does not end', async () => {
  const course = courseOf([text(`[Page](${origin}/endless)`)])
  const policy = { ...local, timeoutMs: 600_000 }
  expect(await checkLinksOfCourse(course, { offset: 0, policy })).toMatchObject({ findings: [], unknown: 0 })
  const requests = ['HEAD /endless', 'GET /endless', 'closed']
  await vi.waitFor(() => expect(received).toEqual(requests), { timeout: 20_000 })
})

test('addresses of images, videos, captions and links are requested once each, without their fragment', async () => {
  const url = `${origin}/there`
  const course = courseOf([
    text(`[a](${url}#one) ![b](${url})`),
    block('video', { url, captions: [{ language: 'en', url: `${origin}/missing` }] }),
  ])
  const { findings, checked } = await checkLinksOfCourse(course, { offset: 0, policy: local })
  expect(checked).toBe(2)
  expect(received).toEqual(['HEAD /there', 'HEAD /missing', 'GET /missing'])
  expect(findings).toMatchObject([{ path: '/content/captions/0/url' }])
})

test('one check requests at most 50 links, and the next begins after them', async () => {
  const course = courseOf([text(Array.from({ length: 52 }, (_, n) => `[P](https://host${n}.invalid/)`).join(' '))])
  const policy = { allowsAddress: () => false, allowsPort: () => false }
  expect(await checkLinksOfCourse(course, { offset: 0, policy })).toMatchObject({ checked: 50, remaining: 2 })
  expect(await checkLinksOfCourse(course, { offset: 50, policy })).toMatchObject({ checked: 2, remaining: 0 })
})

test('no address of a private network, of this host or of another special range is public', () => {
  const refused = [
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '192.0.2.1', '198.18.0.1', '240.0.0.1', '::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      'ff02::1',
      'nonsense',
      '',
      '::7f00:1',
      '64:ff9b:1::7f00:1',
      '::ffff:0:7f00:1',
    ],
  ]
  expect(refused.filter(isPublicIpAddress)).toEqual([])
  expect(['93.184.215.14', '2606:4700::1111', '::ffff:93.184.215.14'].filter((one) => !isPublicIpAddress(one))).toEqual(
    [],
  )
})

test('a link into the network of the service is not requested', async () => {
  const service = await serviceForTest()
  const key = await service.key()
  const { port } = new URL(origin)
  const addresses = [
    origin,
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
    `http://2130706433:${port}`,
    'http://localhost',
  ]
  const blocks = [{ type: 'text', content: { text: addresses.map((url) => `[a](${url}/missing)`).join(' ') } }]
  const modules = [{ name: 'M', lessons: [{ name: 'L', blocks }] }]
  const { body } = await service.rest('POST', '/courses', key, { name: 'C', modules })
  const answer = await service.rest('POST', `/courses/${body.data.id}/link-checks`, key, {})
  expect([answer.status, answer.body.data]).toEqual([
    200,
    { courseId: body.data.id, findings: [], checked: 5, unknown: 5, remaining: 0 },
  ])
  expect(received).toEqual([])
})

/** Starts a name server that answers each question with an IPv4 address, or not at all. */
async function startNameServer(...addresses: string[]): Promise<string> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address: client }) => {
    if (addresses.length === 0) return
    const isIpv4 = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1
    const head = Buffer.from(query)
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(isIpv4 ? addresses.length : 0, 6)
    head.writeUInt16BE(0, 10)
    const end = query.indexOf(0, 12) + 5
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    server.send(Buffer.concat([head.subarray(0, end), ...(isIpv4 ? records : [])]), port, client)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${server.address().port}`
}

test('a name is requested if it resolves to an allowed address, and on no port if it resolves to a private one', async () => {
  const { port } = new URL(origin)
  const dnsServers = [await startNameServer('127.0.0.1')]
  const course = courseOf([text(`[a](http://a.example:${port}/missing)`)])
  const inside = { allowsAddress: isPublicIpAddress, allowsPort: () => true, dnsServers }
  expect(await checkLinksOfCourse(course, { offset: 0, policy: inside })).toMatchObject({ findings: [], unknown: 1 })
  expect(received).toEqual([])
  const allowed = { ...local, dnsServers }
  expect((await checkLinksOfCourse(course, { offset: 0, policy: allowed })).findings).toHaveLength(1)
  expect(received).toEqual(['HEAD /missing', 'GET /missing'])
})

test('a name that resolves to an allowed address and a private one is not requested', async () => {
  const { port } = new URL(origin)
  const dnsServers = [await startNameServer('127.0.0.1', '10.0.0.1')]
  const course = courseOf([text(`[a](http://a.example:${port}/missing)`)])
  const policy = { ...local, allowsAddress: (address: string) => address === '127.0.0.1', dnsServers }
  expect(await checkLinksOfCourse(course, { offset: 0, policy })).toMatchObject({ findings: [], unknown: 1 })
  expect(received).toEqual([])
})

test('a link whose name server never answers is not known', { timeout: 30_000 }, async () => {
  const policy = { ...local, dnsServers: [await startNameServer()] }
  const course = courseOf([text('[a](http://a.example/missing)')])
  expect(await checkLinksOfCourse(course, { offset: 0, policy })).toMatchObject({
    findings: [],
    checked: 1,
    unknown: 1,
  })
})

test('a link whose server never answers is not known', { timeout: 15_000 }, async () => {
  const course = courseOf([text(`[Page](${origin}/silent)`)])
  const policy = { ...local, timeoutMs: 100 }
  expect(await checkLinksOfCourse(course, { offset: 0, policy })).toMatchObject({
    findings: [],
    checked: 1,
    unknown: 1,
  })
  expect(received).toEqual(['HEAD /silent'])
})

/** Starts a server that answers a request when the test says so. Returns its port and the unanswered requests. */
async function startSlowServer() {
  const waiting: { answer(): void; isClosed: boolean }[] = []
  const slow = createServer((_req, res) => {
    const request = { answer: () => void res.end(), isClosed: false }
    res.on('close', () => {
      request.isClosed = true
    })
    waiting.push(request)
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    slow.closeAllConnections()
    await new Promise((resolve) => slow.close(resolve))
  })
  return { port: (slow.address() as AddressInfo).port, waiting }
}
const linksTo = (...urls: string[]) => courseOf([text(urls.map((url) => `[a](${url})`).join(' '))])

test('links to eight hosts are requested at once', async () => {
  const { port, waiting } = await startSlowServer()
  let begun = 0
  const allowsPort = () => ++begun > 0
  const policy = { ...local, allowsPort, dnsServers: [await startNameServer('127.0.0.1')], timeoutMs: 60_000 }
  const course = linksTo(...Array.from({ length: 9 }, (_, host) => `http://h${host}.example:${port}/`))
  const checked = checkLinksOfCourse(course, { offset: 0, policy })
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(8)
  expect(begun).toBe(8)
  waiting[0]!.answer()
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(9)
  for (const { answer } of waiting) answer()
  expect(await checked).toMatchObject({ findings: [], checked: 9, unknown: 0 })
})

test('links to one host are requested one after the other, with a pause of 300 ms', async () => {
  const started = performance.now()
  await check('/there', '/no-head')
  expect(received).toEqual(['HEAD /there', 'HEAD /no-head', 'GET /no-head'])
  expect(performance.now() - started).toBeGreaterThan(290)
})

test('a check ends after 35 s, and what it has not requested by then is not known', async () => {
  const { port, waiting } = await startSlowServer()
  const end = new AbortController()
  const { timeout } = AbortSignal
  const timeouts = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 35_000 ? end.signal : timeout.call(AbortSignal, ms)))
  onTestFinished(() => timeouts.mockRestore())
  const url = `http://127.0.0.1:${port}`
  const checked = checkLinksOfCourse(linksTo(`${url}/a`, `${url}/b`, `${url}/c`), { offset: 0, policy: local })
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(1)
  expect(timeouts.mock.calls).toEqual([[35_000], [5000]])
  end.abort()
  expect(await checked).toMatchObject({ findings: [], checked: 3, unknown: 3, remaining: 0 })
  expect(waiting).toHaveLength(1)
})

test('a check whose client is gone ends its request and rejects', async () => {
  const { port, waiting } = await startSlowServer()
  const client = new AbortController()
  // No limit of time ends the check.
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  onTestFinished(() => timeouts.mockRestore())
  const checked = checkLinksOfCourse(linksTo(`http://127.0.0.1:${port}/a`), {
    offset: 0,
    policy: local,
    signal: client.signal,
  })
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(1)
  client.abort(new Error('gone'))
  await expect(checked).rejects.toThrow('gone')
  await expect.poll(() => waiting[0]!.isClosed, { timeout: 20_000 }).toBe(true)
})

test('of a link, 20 places are named, and an address of more than 2,000 characters is not requested', async () => {
  const url = `${origin}/missing`
  const blocks = Array.from({ length: 21 }, () => text(`[a](${url})`))
  expect((await checkLinksOfCourse(courseOf(blocks), { offset: 0, policy: local })).findings).toHaveLength(20)
  const long = (length: number) => `${origin}/${'x'.repeat(length - origin.length - 1)}`
  expect((await checkLinksOfCourse(linksTo(long(2000), long(2001)), { offset: 0, policy: local })).checked).toBe(1)
})

test('a link to another port or protocol, or to a name of this host, is not requested', () => {
  const isAllowed = (url: string) => isLinkRequestAllowed(new URL(url), publicInternetRequestPolicy)
  expect(['http://a.example/', 'https://a.example/', 'https://93.184.215.14/'].map(isAllowed)).toEqual([
    true,
    true,
    true,
  ])
  const refused = ['http://a.example:8080/', 'ftp://a.example/', 'file:///etc/passwd', 'http://database/']
  const names = ['http://a.localhost/', 'http://a.LOCALHOST./', 'http://[::1]/', 'http://10.0.0.1/']
  expect([...refused, ...names].filter(isAllowed)).toEqual([])
})

test('the links of an unknown course cannot be checked', async () => {
  const service = await serviceForTest()
  const answer = await service.rest('POST', `/courses/${crypto.randomUUID()}/link-checks`, await service.key(), {})
  expect(answer.status).toBe(404)
})
