import { expect, test } from 'vitest'
import { freePort, makeEnvironment, processTimeoutMs, startService } from './program.ts'

const figures = ['http_request_duration_seconds', 'database_connections', 'requests_shed_total', 'nodejs_eventloop_lag']

test(
  'metrics are served on METRICS_PORT, and on the main port with METRICS_TOKEN',
  async () => {
    const port = await freePort()
    const token = 'a-token-for-metrics'
    const service = await startService({
      ...(await makeEnvironment()),
      METRICS_PORT: String(port),
      METRICS_TOKEN: token,
    })
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
  processTimeoutMs,
)

test(
  'without a token METRICS_PORT only listens on the loopback address',
  async () => {
    const port = await freePort()
    const service = await startService({ ...(await makeEnvironment()), HOST: '0.0.0.0', METRICS_PORT: String(port) })
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
    // On another address of this machine the service answers, but not the metrics.
    if (process.platform === 'linux') {
      expect((await fetch(`${service.url.replace('127.0.0.1', '127.0.0.2')}/health/live`)).status).toBe(200)
      await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow()
    }
    expect(service.output()).toContain('Development sign-in only works on this machine')
  },
  processTimeoutMs,
)
