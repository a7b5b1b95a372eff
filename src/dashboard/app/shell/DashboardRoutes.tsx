import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { withReloadOnFailure } from '../service-status/page-loader.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { ReloadNotice } from '../ui/ReloadNotice.tsx'
import { lazyPageLoaders, prefetchPages } from './lazy-pages.ts'

const HomePage = lazy(withReloadOnFailure(lazyPageLoaders.home))
const CourseRoutes = lazy(withReloadOnFailure(lazyPageLoaders.courses))
const FilesPage = lazy(withReloadOnFailure(lazyPageLoaders.files))
const TrashPage = lazy(withReloadOnFailure(lazyPageLoaders.trash))
const UsagePage = lazy(withReloadOnFailure(lazyPageLoaders.usage))
const ConnectPage = lazy(withReloadOnFailure(lazyPageLoaders.connect))
const WorkspacePage = lazy(withReloadOnFailure(lazyPageLoaders.workspace))
const ApiKeysPage = lazy(withReloadOnFailure(lazyPageLoaders.apiKeys))

const FailedPage = () => (
  <PageLayout title="Something went wrong">
    <ReloadNotice title="This page has failed" />
  </PageLayout>
)

/** Shows the page for the current URL. `src/dashboard/pages.ts` must contain the same paths. */
export function DashboardRoutes() {
  const [path] = useLocation()
  useEffect(prefetchPages, [])
  return (
    <ErrorBoundary path={path} fallback={<FailedPage />}>
      <Suspense fallback={<LoadingPlaceholder lines={4} />}>
        <Switch>
          <Route path="/" component={HomePage} />
          <Route path="/courses/*?" component={CourseRoutes} />
          <Route path="/files" component={FilesPage} />
          <Route path="/trash" component={TrashPage} />
          <Route path="/usage" component={UsagePage} />
          <Route path="/connect" component={ConnectPage} />
          <Route path="/settings/api-keys" component={ApiKeysPage} />
          <Route path="/settings/workspace" component={WorkspacePage} />
          <Route path="/settings">
            <Redirect to="/settings/api-keys" replace />
          </Route>
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
