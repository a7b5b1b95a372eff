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

/** Loads code once. `getLoaded` returns the code after that. */
export type CodeLoader<Code> = (() => Promise<Code>) & { getLoaded(): Code | undefined }

/** Returns a loader that waits for the service, because Chromium never tries a failed import again. */
export function makeLoaderThatWaitsForService<Code>(load: () => Promise<Code>): CodeLoader<Code> {
  let loading: Promise<Code> | undefined
  let loaded: Code | undefined
  async function loadOnce(): Promise<Code> {
    try {
      loaded = await loadWhenReachable(load)
      return loaded
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return Object.assign(() => (loading ??= loadOnce()), { getLoaded: () => loaded })
}
