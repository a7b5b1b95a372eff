import type { Config } from '../../platform/config.ts'
import type { DevelopmentProvider } from './provider.ts'

const isRuntimeWarning = (text: unknown) => String(text).startsWith('oidc-provider WARNING: Unsupported runtime')

/**
 * Loads the code of the development identity provider, and makes the provider. When `oidc-provider` is loaded, it warns
 * on the console about every version of Node.js that is not marked as an LTS version. This warning is left out, because
 * the tests run on the Node.js version that `package.json` names.
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
