import { expect, inject, vi } from 'vitest'
import { makeEnvironment, runProgram } from '../processes/program.ts'

/** Starts the service in a process with a heap of `megabytes`, on an empty database. */
export async function startServiceWithHeap(megabytes: number) {
  const environment = await makeEnvironment()
  const limits = ['ANONYMOUS', 'ENTERPRISE'].map((plan) => [`RATE_LIMIT_${plan}`, '1000000'])
  const program = runProgram('test/attack/service.ts', [], {
    ...environment,
    ...Object.fromEntries(limits),
    TEMPLATE: inject('template') ?? '',
    NODE_OPTIONS: `--max-old-space-size=${megabytes}`,
  })
  await vi.waitFor(() => expect(program.output()).toContain('}'), { timeout: 120_000 })
  const { url, key } = JSON.parse(program.output()) as { url: string; key: string }
  return { program, url, key, databaseUrl: environment.DATABASE_URL }
}
