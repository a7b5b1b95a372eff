import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { findKey, freePort, makeEnvironment, processTimeoutMs, runProgram, temporaryFolder } from './program.ts'

const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()

async function certificate() {
  const folder = await temporaryFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }
}

test.skipIf(!hasOpenssl)(
  'with a certificate the service serves HTTPS and no HTTP',
  async () => {
    const files = await certificate()
    const ca = await readFile(files.TLS_CERT_FILE)
    const port = await freePort()
    const program = runProgram('src/main.js', [], {
      ...(await makeEnvironment()),
      ...files,
      PORT: String(port),
      LOG_LEVEL: 'error',
    })
    await vi.waitFor(() => expect(program.output()).toContain(`https://localhost:${port}/api/v1`), { timeout: 120_000 })
    const headers = { Authorization: `Bearer ${findKey(program.output())}` }
    const answer = await new Promise<{ status: number; body: string }>((done, fail) => {
      const url = `https://localhost:${port}/api/v1/courses`
      request(url, { ca, headers }, async (res) => done({ status: res.statusCode!, body: await text(res) }))
        .on('error', fail)
        .end()
    })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body).data).toHaveLength(1)
    await expect(fetch(`http://localhost:${port}/health/live`)).rejects.toThrow()
  },
  processTimeoutMs,
)

test(
  'missing or invalid certificate files stop the start with a sentence',
  async () => {
    const DATA_DIR = await temporaryFolder()
    const file = join(DATA_DIR, 'file.pem')
    const refusal = async (cert: string) => {
      const program = runProgram('src/main.js', [], { DATA_DIR, PORT: '0', TLS_CERT_FILE: cert, TLS_KEY_FILE: cert })
      expect(await program.exitCode()).toBe(1)
      expect(program.output().trim().split('\n')).toHaveLength(1)
      return program.output()
    }
    expect(await refusal(file)).toMatch(/^TLS_(CERT|KEY)_FILE cannot be read: ENOENT/)
    await writeFile(file, 'no certificate')
    expect(await refusal(file)).toMatch(/^TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key: /)
  },
  processTimeoutMs,
)
