import { maxContentDepth } from '../../courses/block/content.ts'
import { escapeJsonPointer } from '../model/block-texts.ts'
import type { CourseForChecks } from '../model/course.ts'
import { parseLesson } from '../model/parsed-lesson.ts'

/**
 * An external URL in a course, and where the URL occurs: the ids of the blocks, and the JSON Pointers of the fields.
 */
export type ExternalUrlWithPlaces = { url: string; places: { nodeId: string; path: string }[] }

const isWeb = (url: string) => /^https?:\/\//i.test(url) && url.length <= 2000 && URL.canParse(url)
const urlFields = new Set(['url', 'posterUrl'])
/** The maximum number of places in a course that are listed for one URL. Further places are ignored. */
export const maxPlacesPerLink = 20

function* urlsOf(value: unknown, path: string, depth = 0): Iterable<{ url: string; path: string }> {
  if (typeof value !== 'object' || value === null || depth > maxContentDepth) return
  for (const [name, inner] of Object.entries(value)) {
    const at = `${path}/${escapeJsonPointer(name)}`
    if (typeof inner === 'string' && urlFields.has(name)) yield { url: inner, path: at }
    else if (name !== 'config') yield* urlsOf(inner, at, depth + 1)
  }
}

/** Returns each external URL of a course once, in the order in which the URLs first appear. */
export async function collectExternalLinks(
  course: CourseForChecks,
  pause: () => Promise<void> | void,
): Promise<ExternalUrlWithPlaces[]> {
  const links = new Map<string, ExternalUrlWithPlaces>()
  const add = (nodeId: string, path: string, fullUrl: string) => {
    const url = fullUrl.split('#', 1)[0]!
    if (!isWeb(url)) return
    const link = links.get(url) ?? { url, places: [] }
    if (link.places.length < maxPlacesPerLink) link.places.push({ nodeId, path })
    links.set(url, link)
  }
  for (const lesson of course.modules.flatMap(({ lessons }) => lessons)) {
    const { blocks } = await parseLesson(lesson, pause)
    for (const { id, content, texts } of blocks) {
      for (const { url, path } of urlsOf(content, '/content')) add(id, path, url)
      for (const { path, markup } of texts)
        for (const { url } of [...markup.links, ...markup.images]) add(id, path, url)
    }
  }
  return [...links.values()]
}
