import { execFileSync } from 'node:child_process'

/** The dashboard is built before the first test, where a source is newer than the build. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/dashboard/build.ts', '--if-stale'], { stdio: 'inherit' })
}
