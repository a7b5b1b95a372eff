import { request } from 'node:http'

type Sent = {
  method?: string
  /** As it goes over the wire: nothing is escaped. */
  path: string
  /** The address's own unless told. */
  host?: string
  /** In order, with repeats. */
  headers?: readonly (readonly [name: string, value: string])[]
  /** Text or one buffer is sent with its length, several buffers are sent as chunks. */
  body?: string | Buffer | readonly Buffer[]
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string; body: any }

/** A request that `fetch` would tidy up or refuse to send. */
export async function wire(
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
