import { probeService, setServiceStatus } from './service-status.ts'

const retryMs = 1000

async function loadWhenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  // While the document is loading, the service has just answered.
  while (document.readyState === 'complete' && !(await probeService())) {
    setServiceStatus({ state: 'unreachable' })
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  return load()
}

/**
 * Returns a loader for a `lazy` component. The loader waits for the service, because Chromium never tries a failed
 * import again.
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
