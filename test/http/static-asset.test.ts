import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeLazyStaticAsset, sendStaticAsset } from '../../src/http/static-asset.ts'
import { makeFakeExchange } from '../support/exchanges.ts'

let rendered = 0
const asset = makeLazyStaticAsset(
  'text/plain',
  () => {
    rendered++
    return 'A text. '.repeat(100)
  },
  { 'X-Own': 'yes' },
)

/** Sends the asset, and returns the status, headers and body of the response. */
function send(headers: Record<string, string> = {}) {
  const { exchange, req, res } = makeFakeExchange({ headers })
  Object.assign(req, { method: 'GET' })
  const answer = { status: 0, headers: {} as Record<string, unknown>, body: undefined as Buffer | undefined }
  Object.assign(res, {
    setHeader: (name: string, value: string) => Object.assign(answer.headers, { [name]: value }),
    writeHead: (status: number, own: object = {}) => {
      Object.assign(answer, { status, headers: { ...answer.headers, ...own } })
      return res
    },
    end: (body?: Buffer) => {
      answer.body = body
    },
  })
  sendStaticAsset(exchange, asset)
  return answer
}

test('an asset is made once, and compressed for clients that prefer gzip', () => {
  const [plain, zipped, refused] = [
    send(),
    send({ 'accept-encoding': 'gzip' }),
    send({ 'accept-encoding': 'gzip;q=0' }),
  ]
  expect([plain.status, plain.headers['Content-Encoding'], rendered]).toEqual([200, undefined, 1])
  expect([zipped.headers['Content-Encoding'], gunzipSync(zipped.body!).equals(plain.body!)]).toEqual(['gzip', true])
  expect(refused.headers).toEqual(plain.headers)
  expect(plain.headers).toMatchObject({
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/plain',
    'Content-Length': plain.body!.length,
    'X-Own': 'yes',
  })
  expect(zipped.headers.ETag).toBe(String(plain.headers.ETag).replace(/"$/, '-gzip"'))
})

test('an asset is sent in Brotli to clients that accept it, and prefer nothing else', () => {
  const plain = send()
  for (const accepted of ['gzip, deflate, br', 'br', '*', 'br;q=0.5']) {
    const { headers, body } = send({ 'accept-encoding': accepted })
    expect([accepted, headers['Content-Encoding'], headers['Content-Length']]).toEqual([accepted, 'br', body!.length])
    expect(brotliDecompressSync(body!).equals(plain.body!)).toBe(true)
    expect(headers.ETag).toBe(String(plain.headers.ETag).replace(/"$/, '-br"'))
  }
  for (const accepted of ['gzip', 'br;q=0.5, gzip', 'br;q=0, gzip'])
    expect(send({ 'accept-encoding': accepted }).headers['Content-Encoding']).toBe('gzip')
})

test('a client that has the asset in any encoding gets 304 without a body', () => {
  const tag = String(send().headers.ETag)
  for (const held of [tag, tag.replace(/"$/, '-gzip"')]) {
    const { status, body, headers } = send({ 'if-none-match': held })
    expect([status, body, headers.ETag]).toEqual([304, undefined, held])
  }
  expect(send({ 'if-none-match': '"another"' }).status).toBe(200)
})
