import type { FunctionComponent } from 'react'
import { parse, type RouteParams } from 'regexparam'
import { makeRequestBody } from '../api/graphql-request.ts'
import { loadMarkdown } from '../courses/markdown/load-markdown.ts'
import { HomeDocument, LessonDocument, OutlineDocument, ViewerDocument } from '../generated/operations.ts'
import { makeLoaderThatWaitsForService } from '../service-status/wait-for-service.ts'

/**
 * Declares a page: its path, the function that loads its code, and the bodies of the GraphQL requests that it sends
 * first. While the service is unreachable, `load` waits.
 */
function definePage<Path extends string>(
  path: Path,
  load: () => Promise<FunctionComponent<{ params: RouteParams<Path> }>>,
  makeRequestBodies: (params: RouteParams<Path>) => string[] = () => [],
) {
  const { keys, pattern } = parse(path)
  return {
    path,
    load: makeLoaderThatWaitsForService(load),
    /** Returns the bodies of the first requests of the page at a URL path; undefined if another page has the path. */
    findRequestBodies(urlPath: string): string[] | undefined {
      const values = pattern.exec(urlPath)?.slice(1)
      if (!values) return undefined
      const params = Object.fromEntries(keys.map((key, index) => [key, values[index]])) as RouteParams<Path>
      return [makeRequestBody(ViewerDocument), ...makeRequestBodies(params)]
    },
  }
}

/** Loads the code of a page that shows texts in Markdown. */
const withMarkdown =
  <Code>(load: () => Promise<Code>) =>
  async (): Promise<Code> =>
    (await Promise.all([load(), loadMarkdown()]))[0]

const outline = (id: string) => makeRequestBody(OutlineDocument, { id })
const outlineAndLesson = ({ courseId, lessonId }: { courseId: string; lessonId: string }) => [
  outline(courseId),
  makeRequestBody(LessonDocument, { id: lessonId }),
]

/** The pages. The build writes the code of each to a separate file. `src/dashboard/pages.ts` must contain the same paths. */
export const pages = {
  home: definePage(
    '/',
    () => import('../home/HomePage.tsx').then(({ HomePage }) => HomePage),
    () => [makeRequestBody(HomeDocument)],
  ),
  courseList: definePage('/courses', () =>
    import('../courses/list/CourseListPage.tsx').then(({ CourseListPage }) => CourseListPage),
  ),
  course: definePage(
    '/courses/:courseId',
    () => import('../courses/outline/CoursePage.tsx').then(({ CoursePage }) => CoursePage),
    ({ courseId }) => [outline(courseId)],
  ),
  publishing: definePage('/courses/:courseId/releases', () =>
    import('../courses/publishing/pages/PublishingPage.tsx').then(({ PublishingPage }) => PublishingPage),
  ),
  compareReleases: definePage('/courses/:courseId/compare', () =>
    import('../courses/publishing/pages/CompareReleasesPage.tsx').then(
      ({ CompareReleasesPage }) => CompareReleasesPage,
    ),
  ),
  lesson: definePage(
    '/courses/:courseId/lessons/:lessonId',
    withMarkdown(() => import('../courses/reader/LessonPage.tsx').then(({ LessonPage }) => LessonPage)),
    outlineAndLesson,
  ),
  lessonEditor: definePage(
    '/courses/:courseId/lessons/:lessonId/edit',
    withMarkdown(() =>
      import('../courses/editor/LessonEditorPage.tsx').then(({ LessonEditorPage }) => LessonEditorPage),
    ),
    outlineAndLesson,
  ),
  files: definePage('/files', () => import('../courses/library/FilesPage.tsx').then(({ FilesPage }) => FilesPage)),
  trash: definePage('/trash', () => import('../courses/trash/TrashPage.tsx').then(({ TrashPage }) => TrashPage)),
  usage: definePage('/usage', () => import('../usage/UsagePage.tsx').then(({ UsagePage }) => UsagePage)),
  connect: definePage('/connect', () => import('../connect/ConnectPage.tsx').then(({ ConnectPage }) => ConnectPage)),
  apiKeys: definePage('/settings/api-keys', () =>
    import('../keys/ApiKeysPage.tsx').then(({ ApiKeysPage }) => ApiKeysPage),
  ),
  workspace: definePage('/settings/workspace', () =>
    import('../workspace/WorkspacePage.tsx').then(({ WorkspacePage }) => WorkspacePage),
  ),
}

const prefetchDelayMs = 1000

/** Loads the code of the pages that people often open next after a second. Returns a function that cancels the timer. */
export function prefetchPages(): () => void {
  const { home, courseList, usage, connect, apiKeys } = pages
  const timer = setTimeout(() => {
    for (const { load } of [home, courseList, usage, connect, apiKeys]) void load().catch(() => {})
  }, prefetchDelayMs)
  return () => clearTimeout(timer)
}
