import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { NotFound } from '../shell/NotFound.tsx'
import { CourseList } from './list/CourseList.tsx'

const CoursePage = lazy(() => import('./outline/CoursePage.tsx').then(({ CoursePage }) => ({ default: CoursePage })))
const LessonPage = lazy(() => import('./reader/LessonPage.tsx').then(({ LessonPage }) => ({ default: LessonPage })))
const LessonEditor = lazy(() =>
  import('./editor/LessonEditor.tsx').then(({ LessonEditor }) => ({ default: LessonEditor })),
)

/** The addresses of courses and lessons. */
export const Courses = () => (
  <Switch>
    <Route path="/courses" component={CourseList} />
    <Route path="/courses/:courseId" component={CoursePage} />
    <Route path="/courses/:courseId/lessons/:lessonId" component={LessonPage} />
    <Route path="/courses/:courseId/lessons/:lessonId/edit" component={LessonEditor} />
    <Route component={NotFound} />
  </Switch>
)
