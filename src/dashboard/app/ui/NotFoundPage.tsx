import { Compass } from 'lucide-react'
import { ButtonLink } from './ButtonLink.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PageLayout } from './PageLayout.tsx'

export const NotFoundPage = () => (
  <PageLayout title="Page not found">
    <EmptyState
      icon={<Compass aria-hidden />}
      title="There is no page at this address"
      action={<ButtonLink href="/">Go to the home page</ButtonLink>}
    >
      The page was moved or deleted, or the address has a typing error.
    </EmptyState>
  </PageLayout>
)
