import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../support/print-drift.ts', import.meta.url))

// It starts three databases in a process of its own: the schema engine can fail in one that has held many databases.
test('the migrations lead to the Prisma schema', { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 240_000 })
  expect(stdout.trim()).toBe('-- This is an empty migration.')
})
