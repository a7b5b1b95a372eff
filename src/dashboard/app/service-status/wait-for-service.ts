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
 * Returns a function that loads code as soon as the service is reachable, because Chromium never repeats an import that
 * has failed. The function keeps the code in memory, so that a page that was loaded once also opens while the service
 * is unreachable. Use `makeLoaderThatWaitsForService` for each `lazy` component.
 */
export function makeLoaderThatWaitsForService<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined
  return () => {
    code ??= loadWhenReachable(load)
    return code
  }
}
