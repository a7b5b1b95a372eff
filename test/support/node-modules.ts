import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/**
 * Replaces a function of one of Node's modules until the test ends, also for the modules that import it by its name.
 * `module` is the default export of the module.
 */
export function replaceNodeFunction<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  replacement: Module[Name],
): void {
  const original = module[name]
  module[name] = replacement
  syncBuiltinESMExports()
  onTestFinished(() => {
    module[name] = original
    syncBuiltinESMExports()
  })
}
