import { type FunctionComponent, Suspense, useEffect } from 'react'
import { type DefaultParams, Redirect, Route, Switch, useLocation } from 'wouter'
import { withReloadOnFailure } from '../service-status/page-loader.ts'
import type { CodeLoader } from '../service-status/wait-for-service.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { makeLazyComponent } from '../ui/lazy-component.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { ReloadNotice } from '../ui/ReloadNotice.tsx'
import { pages, prefetchPages } from './pages.ts'

type Page = { path: string; load: CodeLoader<FunctionComponent<{ params: never }>> }
// The router gives each page the parameters of its own path.
const makePageComponent = ({ load }: Page) =>
  makeLazyComponent(withReloadOnFailure(load), (page) => page as FunctionComponent<{ params: DefaultParams }>)
const routes = Object.values<Page>(pages).map((page) => (
  <Route key={page.path} path={page.path} component={makePageComponent(page)} />
))

const FailedPage = () => (
  <PageLayout title="Something went wrong">
    <ReloadNotice title="This page has failed" />
  </PageLayout>
)

/** Starts once the code of the first page is loaded, because both share the network. */
function PrefetchedPages(): null {
  useEffect(prefetchPages, [])
  return null
}

/** Shows the page for the current URL. */
export function DashboardRoutes() {
  const [path] = useLocation()
  return (
    <ErrorBoundary path={path} fallback={<FailedPage />}>
      <Suspense fallback={<LoadingPlaceholder lines={4} />}>
        <Switch>
          {routes}
          <Route path="/settings">
            <Redirect to={pages.apiKeys.path} replace />
          </Route>
          <Route component={NotFoundPage} />
        </Switch>
        <PrefetchedPages />
      </Suspense>
    </ErrorBoundary>
  )
}
