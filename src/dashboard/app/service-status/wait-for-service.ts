import { probeService, setServiceStatus } from './service-status.ts'

const retryMs = 1000

async function loadWhenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  while (!(await probeService())) {
    setServiceStatus({ state: 'unreachable' })
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  return load()
}

/**
 * Returns a function that waits until the service is reachable and then calls `load`. Without the wait, the import
 * could fail, and Chromium never tries a failed import again. After the first success, the function returns the loaded
 * code immediately, even while the service is unreachable. Use `makeLoaderThatWaitsForService` for each `lazy`
 * component.
 */
export function makeLoaderThatWaitsForService<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined
  return () => {
    code ??= loadWhenReachable(load).catch((error: unknown) => {
      code = undefined
      throw error
    })
    return code
  }
}
