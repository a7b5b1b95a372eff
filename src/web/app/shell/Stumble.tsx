import { Component, type ReactNode } from 'react'
import { Button } from '../parts/Button.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Page } from '../parts/Page.tsx'

type Props = { children: ReactNode }

/** Keeps an error of one page to that page. */
export class Stumble extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
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
