import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { waitForService } from '../../service-status/wait-for-service.ts'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { CourseListPage } from '../list/CourseListPage.tsx'

const CoursePage = lazy(
  waitForService(() => import('../outline/CoursePage.tsx').then(({ CoursePage }) => ({ default: CoursePage }))),
)
const LessonPage = lazy(
  waitForService(() => import('../reader/LessonPage.tsx').then(({ LessonPage }) => ({ default: LessonPage }))),
)
const LessonEditorPage = lazy(
  waitForService(() =>
    import('../editor/LessonEditorPage.tsx').then(({ LessonEditorPage }) => ({ default: LessonEditorPage })),
  ),
)
const PublishingPage = lazy(
  waitForService(() =>
    import('../publishing/pages/PublishingPage.tsx').then(({ PublishingPage }) => ({ default: PublishingPage })),
  ),
)
const ComparePage = lazy(
  waitForService(() =>
    import('../publishing/pages/ComparePage.tsx').then(({ ComparePage }) => ({ default: ComparePage })),
  ),
)

/** Shows the page for the current URL if its path begins with `/courses`. */
export const CourseRoutes = () => (
  <Switch>
    <Route path="/courses" component={CourseListPage} />
    <Route path="/courses/:courseId" component={CoursePage} />
    <Route path="/courses/:courseId/releases" component={PublishingPage} />
    <Route path="/courses/:courseId/compare" component={ComparePage} />
    <Route path="/courses/:courseId/lessons/:lessonId" component={LessonPage} />
    <Route path="/courses/:courseId/lessons/:lessonId/edit" component={LessonEditorPage} />
    <Route component={NotFoundPage} />
  </Switch>
)
