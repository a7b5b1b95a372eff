import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { startNewService } from './service.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the Chromium that all files share. Each page has a browser context of its own. */
    chromium: string
    /** A stopped service after its first start: its data folder, and what it printed. Each file copies the folder. */
    firstStart: { folder: string; printed: string }
  }
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where Chromium can be. The headless shell takes three quarters of the time of the whole browser. */
const chromiumPaths = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Builds the dashboard if a source is newer than the build, and starts what all files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/dashboard/build.ts', '--if-stale'], { stdio: 'inherit' })
  const executablePath = chromiumPaths.find((path) => path && existsSync(path))
  if (!executablePath)
    throw new Error('Chromium was not found. Install it, or set CHROMIUM to the path of the program.')
  const [browser, service] = await Promise.all([chromium.launchServer({ executablePath, args }), startNewService()])
  await service.stop()
  project.provide('chromium', browser.wsEndpoint())
  project.provide('firstStart', { folder: service.folder, printed: service.printed() })
  return async () => {
    await Promise.all([browser.close(), service.close()])
  }
}
