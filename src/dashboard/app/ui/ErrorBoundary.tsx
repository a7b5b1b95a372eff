import { Component, type ReactNode } from 'react'

type Props = {
  /** The content to show if a component inside the boundary fails. */
  fallback: ReactNode
  /** The URL path of the page. When the path changes after a failure, React tries to render the children again. */
  path?: string
  children: ReactNode
}
type State = { hasFailed: boolean; path: string | undefined }

/** Shows `fallback` if React fails to render the children, for example because their code could not be loaded. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, path: this.props.path }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State {
    return path === state.path ? state : { hasFailed: false, path }
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
