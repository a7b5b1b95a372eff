import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { withReloadOnFailure } from '../service-status/page-loader.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { LoadingPlaceholder } from '../ui/LoadingPlaceholder.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { PageLayout } from '../ui/PageLayout.tsx'
import { ReloadNotice } from '../ui/ReloadNotice.tsx'
import { pages, prefetchPages } from './pages.ts'

type Code<Props> = { default: ComponentType<Props> }
type LoadablePage<Props> = { load(): Promise<Code<Props>>; getLoadedCode(): Code<Props> | undefined }

/**
 * Returns a component that loads a page. A page whose code is loaded appears at once, while `lazy` would show the
 * placeholder first, and React shows a placeholder for 300 ms at least.
 */
function makePageComponent<Props extends object>({ load, getLoadedCode }: LoadablePage<Props>): ComponentType<Props> {
  const LazyPage = lazy(withReloadOnFailure(load))
  return (props) => {
    const [Page] = useState<ComponentType<Props>>(() => getLoadedCode()?.default ?? LazyPage)
    return <Page {...props} />
  }
}

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
