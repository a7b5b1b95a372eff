import { makeLoaderThatWaitsForService } from '../service-status/wait-for-service.ts'

// The build writes the code of each page to a separate file.
const pageLoaders = {
  home: () => import('../home/HomePage.tsx').then(({ HomePage }) => ({ default: HomePage })),
  courses: () => import('../courses/routes/CourseRoutes.tsx').then(({ CourseRoutes }) => ({ default: CourseRoutes })),
  files: () => import('../courses/library/FilesPage.tsx').then(({ FilesPage }) => ({ default: FilesPage })),
  trash: () => import('../courses/trash/TrashPage.tsx').then(({ TrashPage }) => ({ default: TrashPage })),
  usage: () => import('../usage/UsagePage.tsx').then(({ UsagePage }) => ({ default: UsagePage })),
  connect: () => import('../connect/ConnectPage.tsx').then(({ ConnectPage }) => ({ default: ConnectPage })),
  workspace: () => import('../workspace/WorkspacePage.tsx').then(({ WorkspacePage }) => ({ default: WorkspacePage })),
  apiKeys: () => import('../keys/ApiKeysPage.tsx').then(({ ApiKeysPage }) => ({ default: ApiKeysPage })),
} as const

const prefetchDelayMs = 1000

/** The functions that load the code of the pages. While the service is unreachable, each function waits. */
export const lazyPageLoaders = {
  home: makeLoaderThatWaitsForService(pageLoaders.home),
  courses: makeLoaderThatWaitsForService(pageLoaders.courses),
  files: makeLoaderThatWaitsForService(pageLoaders.files),
  trash: makeLoaderThatWaitsForService(pageLoaders.trash),
  usage: makeLoaderThatWaitsForService(pageLoaders.usage),
  connect: makeLoaderThatWaitsForService(pageLoaders.connect),
  workspace: makeLoaderThatWaitsForService(pageLoaders.workspace),
  apiKeys: makeLoaderThatWaitsForService(pageLoaders.apiKeys),
}

/** The pages that people rarely open. The browser loads the code of such a page only when the page is opened. */
const rarePages: readonly string[] = ['files', 'trash', 'workspace'] satisfies (keyof typeof lazyPageLoaders)[]

/** Loads the code of all pages except `rarePages` after a second. Returns a function that cancels the timer. */
export function prefetchPages(): () => void {
  const timer = setTimeout(() => {
    for (const [name, load] of Object.entries(lazyPageLoaders))
      if (!rarePages.includes(name)) void load().catch(() => {})
  }, prefetchDelayMs)
  return () => clearTimeout(timer)
}
