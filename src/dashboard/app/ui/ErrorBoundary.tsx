import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { PageLayout } from './PageLayout.tsx'

type Props = { path: string; children: ReactNode }
type State = { hasFailed: boolean; path: string }

/** Shows an error page if React fails to render a page. The error page disappears when the URL path changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, path: this.props.path }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State {
    return path === state.path ? state : { hasFailed: false, path }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <PageLayout title="Something went wrong">
        <Notice
          variant="error"
          title="This page has failed"
          action={
            <Button isSmall onPress={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          The dashboard may have been updated. Reload to get the new version. Your text is not lost.
        </Notice>
      </PageLayout>
    )
  }
}
