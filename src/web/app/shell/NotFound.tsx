import { Compass } from 'lucide-react'
import { ButtonLink } from '../parts/ButtonLink.tsx'
import { Empty } from '../parts/Empty.tsx'
import { Page } from '../parts/Page.tsx'

export const NotFound = () => (
  <Page title="Nothing here">
    <Empty
      icon={<Compass aria-hidden />}
      title="There is no page at this address"
      action={<ButtonLink href="/">Go to the start</ButtonLink>}
    >
      It may have been moved or deleted, or the link is mistyped.
    </Empty>
  </Page>
)
