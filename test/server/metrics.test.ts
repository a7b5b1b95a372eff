import { expect, test } from 'vitest'
import { freePort, slow, somewhere, start } from './program.ts'

const figures = ['http_request_duration_seconds', 'database_connections', 'requests_shed_total', 'nodejs_eventloop_lag']

test(
  'figures are told on a port of their own, and elsewhere to the holder of the token alone',
  async () => {
    const port = await freePort()
    const token = 'a-token-for-metrics'
    const service = await start({ ...(await somewhere()), METRICS_PORT: String(port), METRICS_TOKEN: token })
    const own = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect([own.status, own.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=/),
    ])
    const text = await own.text()
    for (const name of figures) expect(text).toContain(`# HELP ${name}`)

    const ask = (sent: string | undefined) =>
      fetch(`${service.url}/metrics`, { headers: sent === undefined ? {} : { Authorization: `Bearer ${sent}` } })
    const [none, wrong, right] = await Promise.all([ask(undefined), ask('another-token-for-it'), ask(token)])
    expect([none.status, wrong.status, right.status]).toEqual([401, 401, 200])
    expect((await none.json()).error.code).toBe('unauthorized')
    expect(await right.text()).toContain('# HELP http_request_duration_seconds')
  },
  slow,
)
