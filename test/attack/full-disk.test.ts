import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findKey, freePort, makeEnvironment, processTimeoutMs, temporaryFolder } from '../processes/program.ts'

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

// The folder of files is a file system of 2 MB, in a namespace that ends with the process.
test.runIf(process.platform === 'linux')(
  'a file for which the disk has no space gets 507, leaves nothing behind, and the service goes on',
  async () => {
    const env = await makeEnvironment()
    const files = join(env.DATA_DIR!, 'assets')
    await mkdir(files, { recursive: true })
    const port = await freePort()
    const command = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" src/main.js'
    const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_ENV: _mode, ...around } = process.env
    const child = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', command, 'sh', files, process.execPath], {
      env: { ...around, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk))
    await vi.waitFor(() => expect(findKey(printed)).toBeDefined(), { timeout: 150_000, interval: 100 })
    const api = `http://127.0.0.1:${port}/api/v1`
    const headers = { Authorization: `Bearer ${findKey(printed)}` }
    const call = async (method: string, path: string, body?: BodyInit) => {
      const response = await fetch(`${api}${path}`, { method, headers, ...(body !== undefined && { body }) })
      return { status: response.status, body: await response.json() }
    }
    const makePdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)])
    const put = (bytes: number) => call('PUT', '/assets/content?name=a.pdf', makePdf(bytes))
    const before = (await call('GET', '/me')).body.data.storage.assets
    for (let turn = 0; turn < 3; turn++) {
      const { status, body } = await put(3_000_000)
      expect([status, body.error.details]).toEqual([507, { reason: 'storage_full' }])
    }
    // A smaller file finds the space that the larger ones have given back.
    expect((await put(1_000_000)).status).toBe(200)
    const { data } = (await call('GET', '/assets')).body
    expect(data.map(({ state }: { state: string }) => state)).toEqual(['ready'])
    expect((await call('GET', '/me')).body.data.storage.assets).toBe(before + 1_000_509)
    expect(child.exitCode).toBeNull()
  },
  processTimeoutMs,
)
