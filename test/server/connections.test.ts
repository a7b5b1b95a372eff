import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { keyIn, slow, somewhere, start } from './program.ts'

test(
  'a stop lets go of connections that nobody has used, and finishes the request that is in flight',
  async () => {
    const program = await start(await somewhere())
    const { hostname, port } = new URL(program.url)
    const unused = connect(Number(port), hostname)
    const busy = connect(Number(port), hostname)
    await Promise.all([once(unused, 'connect'), once(busy, 'connect')])
    const body = '{"name":"In flight"}'
    const head = [
      'POST /api/v1/courses HTTP/1.1',
      `Host: ${hostname}:${port}`,
      `Authorization: Bearer ${keyIn(program.out())}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    busy.write(`${head.join('\r\n')}\r\n\r\n`)
    expect(String(await once(busy, 'data'))).toContain('100 Continue')

    const gone = once(unused, 'close')
    program.child.kill('SIGTERM')
    await gone
    busy.write(body)
    const answer = String(await once(busy, 'data'))
    expect(answer).toContain('HTTP/1.1 201 Created')
    expect(answer).toContain('Connection: close')
    expect(await program.ended()).toBe(0)
  },
  slow,
)
