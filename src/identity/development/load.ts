import type { Config } from '../../platform/config.ts'
import type { DevelopmentProvider } from './provider.ts'

const isRuntimeWarning = (text: unknown) => String(text).startsWith('oidc-provider WARNING: Unsupported runtime')

/**
 * Loads and makes the development identity provider. Hides the warning that the Node.js version is not an LTS version.
 */
export async function loadDevelopmentProvider(config: Config): Promise<DevelopmentProvider> {
  const { warn } = console
  function warnOfOtherThings(...texts: unknown[]): void {
    if (!isRuntimeWarning(texts[0])) warn(...texts)
  }
  // `oidc-provider` warns about every Node.js version that is not an LTS version. The warning is hidden,
  // because this service is tested with the Node.js version in `package.json`.
  console.warn = warnOfOtherThings
  try {
    const { makeDevelopmentProvider } = await import('./provider.ts')
    return await makeDevelopmentProvider(config)
  } finally {
    console.warn = warn
  }
}
