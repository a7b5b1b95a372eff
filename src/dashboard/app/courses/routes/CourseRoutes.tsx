import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { makePageLoader } from '../../service-status/page-loader.ts'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { CourseListPage } from '../list/CourseListPage.tsx'

const CoursePage = lazy(
  makePageLoader(() => import('../outline/CoursePage.tsx').then(({ CoursePage }) => ({ default: CoursePage }))),
)
const LessonPage = lazy(
  makePageLoader(() => import('../reader/LessonPage.tsx').then(({ LessonPage }) => ({ default: LessonPage }))),
)
const LessonEditorPage = lazy(
  makePageLoader(() =>
    import('../editor/LessonEditorPage.tsx').then(({ LessonEditorPage }) => ({ default: LessonEditorPage })),
  ),
)
const PublishingPage = lazy(
  makePageLoader(() =>
    import('../publishing/pages/PublishingPage.tsx').then(({ PublishingPage }) => ({ default: PublishingPage })),
  ),
)
const CompareReleasesPage = lazy(
  makePageLoader(() =>
    import('../publishing/pages/CompareReleasesPage.tsx').then(({ CompareReleasesPage }) => ({
      default: CompareReleasesPage,
    })),
  ),
)

/** Shows the page for the current URL if its path begins with `/courses`. */
export const CourseRoutes = () => (
  <Switch>
    <Route path="/courses" component={CourseListPage} />
    <Route path="/courses/:courseId" component={CoursePage} />
    <Route path="/courses/:courseId/releases" component={PublishingPage} />
    <Route path="/courses/:courseId/compare" component={CompareReleasesPage} />
    <Route path="/courses/:courseId/lessons/:lessonId" component={LessonPage} />
    <Route path="/courses/:courseId/lessons/:lessonId/edit" component={LessonEditorPage} />
    <Route component={NotFoundPage} />
  </Switch>
)
