import { isServiceReachable, setServiceStatus } from './service-status.ts'

const retryMs = 1000

async function loadWhenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  while (!(await isServiceReachable())) {
    setServiceStatus({ state: 'unreachable' })
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  return load()
}

/**
 * Returns a loader of code that waits until the service is reachable, because Chromium never repeats a failed import.
 * The loader keeps the code in memory, so that a loaded page opens while the service is unreachable. Use this function
 * for each `lazy` component.
 */
export function waitForService<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined
  return () => {
    code ??= loadWhenReachable(load)
    return code
  }
}
