import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A rule of a bucket, as it is given to S3. */
export type CorsRule = {
  AllowedOrigins: readonly string[]
  AllowedMethods: readonly string[]
  AllowedHeaders: readonly string[]
  MaxAgeSeconds: number
}

/** A request that a browser has sent to the bucket. */
export type BrowserRequest = { method: string; path: string; origin: string; bytes: number }

/** Passes a request on, and its answer back with `headers`. */
function pass(req: IncomingMessage, res: ServerResponse, target: URL, headers: Record<string, string>): void {
  const { hostname, port } = target
  const upstream = request({ hostname, port, path: req.url, method: req.method, headers: req.headers }, (answer) => {
    res.writeHead(answer.statusCode!, { ...answer.headers, ...headers })
    answer.pipe(res)
  })
  upstream.on('error', () => res.destroy())
  req.pipe(upstream)
}

/**
 * Starts a server in front of a bucket that does what S3 does with a rule for CORS. Requests without `Origin` pass. A
 * request that the rule does not allow gets no header, so that the browser refuses the answer.
 */
export async function startCorsProxy(targetUrl: string) {
  const target = new URL(targetUrl)
  let rules: readonly CorsRule[] = []
  const requests: BrowserRequest[] = []

  function findHeaders(origin: string, method: string, asked: string[]): Record<string, string> | undefined {
    const rule = rules.find(
      ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
        AllowedOrigins.includes(origin) &&
        AllowedMethods.includes(method) &&
        asked.every((name) => AllowedHeaders.includes('*') || AllowedHeaders.includes(name)),
    )
    return (
      rule && {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Methods': rule.AllowedMethods.join(', '),
        'Access-Control-Allow-Headers': asked.join(', '),
        'Access-Control-Max-Age': String(rule.MaxAgeSeconds),
      }
    )
  }
  const server = createServer((req, res) => {
    const { origin, ...others } = req.headers
    if (origin === undefined) return pass(req, res, target, {})
    const isPreflight = req.method === 'OPTIONS'
    const method = isPreflight ? others['access-control-request-method']! : req.method!
    const asked = isPreflight ? (others['access-control-request-headers']?.split(',') ?? []) : []
    const headers = findHeaders(origin, method, asked)
    const bytes = Number(others['content-length'] ?? 0)
    requests.push({ method: req.method!, path: req.url!.split('?', 1)[0]!, origin, bytes })
    if (!isPreflight) return pass(req, res, target, headers ?? {})
    res.writeHead(headers ? 200 : 403, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests with `Origin`, in order. */
    requests,
    setRules: (next: readonly CorsRule[]) => {
      rules = next
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
