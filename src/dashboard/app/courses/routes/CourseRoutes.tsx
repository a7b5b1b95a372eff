import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { CourseListPage } from '../list/CourseListPage.tsx'

const CoursePage = lazy(() => import('../outline/CoursePage.tsx').then(({ CoursePage }) => ({ default: CoursePage })))
const LessonPage = lazy(() => import('../reader/LessonPage.tsx').then(({ LessonPage }) => ({ default: LessonPage })))
const LessonEditorPage = lazy(() =>
  import('../editor/LessonEditorPage.tsx').then(({ LessonEditorPage }) => ({ default: LessonEditorPage })),
)

/** Shows the course or lesson page for the current URL. */
export const CourseRoutes = () => (
  <Switch>
    <Route path="/courses" component={CourseListPage} />
    <Route path="/courses/:courseId" component={CoursePage} />
    <Route path="/courses/:courseId/lessons/:lessonId" component={LessonPage} />
    <Route path="/courses/:courseId/lessons/:lessonId/edit" component={LessonEditorPage} />
    <Route component={NotFoundPage} />
  </Switch>
)
