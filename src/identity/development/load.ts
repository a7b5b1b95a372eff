import type { Config } from '../../platform/config.ts'
import type { DevelopmentProvider } from './provider.ts'

const isRuntimeWarning = (text: unknown) => String(text).startsWith('oidc-provider WARNING: Unsupported runtime')

/**
 * Loads the code of the development identity provider, and makes the provider. `oidc-provider` prints a warning if the
 * Node.js version is not an LTS version. This function hides the warning, because this service is tested with the
 * Node.js version in `package.json`.
 */
export async function loadDevelopmentProvider(config: Config): Promise<DevelopmentProvider> {
  const { warn } = console
  function warnOfOtherThings(...texts: unknown[]): void {
    if (!isRuntimeWarning(texts[0])) warn(...texts)
  }
  console.warn = warnOfOtherThings
  try {
    const { makeDevelopmentProvider } = await import('./provider.ts')
    return await makeDevelopmentProvider(config)
  } finally {
    console.warn = warn
  }
}
