import { Component, type ReactNode } from 'react'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Page } from '../parts/Page.tsx'

type Props = { path: string; children: ReactNode }
type State = { failed: boolean; path: string }

/** Keeps an error of one page to that page: at another address all is well again. */
export class Stumble extends Component<Props, State> {
  override state: State = { failed: false, path: this.props.path }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State {
    return path === state.path ? state : { failed: false, path }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Page title="Something went wrong">
        <Notice
          look="bad"
          title="This page has failed"
          action={
            <Button small onPress={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          It may be of an older version of the dashboard. Reloading fetches the present one; what you typed is kept.
        </Notice>
      </Page>
    )
  }
}
