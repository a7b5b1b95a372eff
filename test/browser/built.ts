import { execFileSync } from 'node:child_process'

/** Builds the dashboard before the first test, if a source is newer than the build. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/dashboard/build.ts', '--if-stale'], { stdio: 'inherit' })
}
