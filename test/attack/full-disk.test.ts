import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort, processTimeoutMs, temporaryFolder } from '../processes/program.ts'

// /dev/full refuses every write like a full disk.
test.runIf(process.platform === 'linux')(
  'a log that cannot be written does not end the process',
  async () => {
    const port = await freePort()
    const env = { ...process.env, DATA_DIR: await temporaryFolder(), PORT: String(port), LOG_LEVEL: 'info' }
    const child = spawn(process.execPath, ['src/main.js'], {
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const read = () => fetch(`http://127.0.0.1:${port}/api/v1/courses`).then(({ status }) => status)
    await vi.waitFor(async () => expect(await read()).toBe(401), { timeout: 60_000, interval: 100 })
    // Each request writes a line. The log is written every 200 ms.
    for (let turn = 0; turn < 5; turn++) {
      expect([401, 429]).toContain(await read())
      await new Promise((done) => setTimeout(done, 250))
    }
    expect(child.exitCode).toBeNull()
  },
  processTimeoutMs,
)
