import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const listV8Flags = (command: string) => command.match(/--[\w-]+(=\d+)?/g) ?? []

test('Node.js knows the V8 flags of `npm start`, and the image has the same flags', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } }
  const flags = listV8Flags(scripts.start)
  expect(flags).toHaveLength(3)
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--print', '"started"'])
  expect(stdout).toBe('started\n')
  const image = await readFile('Dockerfile', 'utf8')
  expect(listV8Flags(image.match(/^CMD .*/m)?.[0] ?? '')).toEqual(flags)
})
