import { type ComponentType, lazy, useState } from 'react'
import type { CodeLoader } from '../service-status/wait-for-service.ts'

/**
 * Returns a component whose code is loaded when it is first shown. Code that is loaded already is shown at once, while `lazy`
 * shows the placeholder first, and React shows a placeholder for 300 ms at least.
 */
export function makeLazyComponent<Code, Props extends object>(
  load: CodeLoader<Code>,
  select: (code: Code) => ComponentType<Props>,
): ComponentType<Props> {
  const LazyComponent = lazy(() => load().then((code) => ({ default: select(code) })))
  return (props) => {
    const [Component] = useState<ComponentType<Props>>(() => {
      const code = load.getLoaded()
      return code ? select(code) : LazyComponent
    })
    return <Component {...props} />
  }
}
