import { type ComponentType, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { withReloadOnFailure } from '../service-status/page-loader.ts'
import type { CodeLoader } from '../service-status/wait-for-service.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { makeLazyComponent } from '../ui/lazy-component.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { ReloadNotice } from '../ui/ReloadNotice.tsx'
import { pages, prefetchPages } from './pages.ts'

const makePageComponent = <Props extends object>(page: { load: CodeLoader<{ default: ComponentType<Props> }> }) =>
  makeLazyComponent(withReloadOnFailure(page.load), (code) => code.default)

const HomePage = makePageComponent(pages.home)
const CourseListPage = makePageComponent(pages.courseList)
const CoursePage = makePageComponent(pages.course)
const PublishingPage = makePageComponent(pages.publishing)
const CompareReleasesPage = makePageComponent(pages.compareReleases)
const LessonPage = makePageComponent(pages.lesson)
const LessonEditorPage = makePageComponent(pages.lessonEditor)
const FilesPage = makePageComponent(pages.files)
const TrashPage = makePageComponent(pages.trash)
const UsagePage = makePageComponent(pages.usage)
const ConnectPage = makePageComponent(pages.connect)
const ApiKeysPage = makePageComponent(pages.apiKeys)
const WorkspacePage = makePageComponent(pages.workspace)

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
          <Route path={pages.home.path} component={HomePage} />
          <Route path={pages.courseList.path} component={CourseListPage} />
          <Route path={pages.course.path} component={CoursePage} />
          <Route path={pages.publishing.path} component={PublishingPage} />
          <Route path={pages.compareReleases.path} component={CompareReleasesPage} />
          <Route path={pages.lesson.path} component={LessonPage} />
          <Route path={pages.lessonEditor.path} component={LessonEditorPage} />
          <Route path={pages.files.path} component={FilesPage} />
          <Route path={pages.trash.path} component={TrashPage} />
          <Route path={pages.usage.path} component={UsagePage} />
          <Route path={pages.connect.path} component={ConnectPage} />
          <Route path={pages.apiKeys.path} component={ApiKeysPage} />
          <Route path={pages.workspace.path} component={WorkspacePage} />
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
