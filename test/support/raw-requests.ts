import { request } from 'node:http'

type Sent = {
  method?: string
  /** Sent as it is, without escaping. */
  path: string
  /** Default: the host of the URL. */
  host?: string
  /** Sent in this order, including repeated headers. */
  headers?: readonly (readonly [name: string, value: string])[]
  /** A string or a buffer is sent with Content-Length, several buffers as chunks. */
  body?: string | Buffer | readonly Buffer[]
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string; body: any }

/** Sends a request that `fetch` would normalise or refuse. */
export async function sendRawRequest(
  url: string,
  { method = 'GET', path, host = new URL(url).host, headers = [], body = '' }: Sent,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const whole = typeof body === 'string' ? Buffer.from(body) : body
  const length = Buffer.isBuffer(whole) ? [['Content-Length', String(whole.length)] as const] : []
  const flat = [['Host', host] as const, ...headers, ...length].flat()
  const req = request(url, { method, path, headers: flat, agent: false }, (res) => {
    const chunks: Buffer[] = []
    res.on('data', (chunk: Buffer) => chunks.push(chunk))
    res.on('error', reject)
    res.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const isJson = res.headers['content-type']?.includes('json') && text !== ''
      resolve({ status: res.statusCode!, headers: res.headers, text, body: isJson ? JSON.parse(text) : undefined })
    })
  })
  req.on('error', reject)
  if (Buffer.isBuffer(whole)) req.end(whole)
  else {
    for (const chunk of whole) req.write(chunk)
    req.end()
  }
  return promise
}
