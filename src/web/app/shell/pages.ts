import { isThere, noteService } from '../data/service.ts'

/** The areas of the dashboard, each in a file that is fetched when it is first needed. */
const areas = {
  home: () => import('../home/Home.tsx').then(({ Home }) => ({ default: Home })),
  courses: () => import('../courses/Courses.tsx').then(({ Courses }) => ({ default: Courses })),
  usage: () => import('../usage/Usage.tsx').then(({ Usage }) => ({ default: Usage })),
  connect: () => import('../connect/Connect.tsx').then(({ Connect }) => ({ default: Connect })),
  apiKeys: () => import('../keys/ApiKeys.tsx').then(({ ApiKeys }) => ({ default: ApiKeys })),
} as const

const quietMs = 1000
const againMs = 1000

/** Fetches an area; while the service is away, waits for it. A service that is there and lacks the file is a newer one. */
const patient =
  <Area>(load: () => Promise<Area>) =>
  async (): Promise<Area> => {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        if (await isThere()) return load().catch(() => Promise.reject(error))
        noteService({ state: 'away' })
        await new Promise((resolve) => setTimeout(resolve, againMs))
      }
    }
  }

export const pages = {
  home: patient(areas.home),
  courses: patient(areas.courses),
  usage: patient(areas.usage),
  connect: patient(areas.connect),
  apiKeys: patient(areas.apiKeys),
}

/** Fetches the other areas once the first is shown, so that they open at once, even while the service is away. */
export function fetchAhead(): () => void {
  const timer = setTimeout(() => {
    for (const load of Object.values(areas)) void load().catch(() => {})
  }, quietMs)
  return () => clearTimeout(timer)
}
