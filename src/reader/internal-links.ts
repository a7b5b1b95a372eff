import { isUrlInSameCourse, parseInternalUrl } from '../checks/rules/internal-links.ts'
import type { ReleaseLesson } from '../releases/content/outline.ts'
import { makeBlockElementId } from './anchors.ts'
import type { BlockLocation, ReaderCourse } from './course.ts'
import type { SafeHtml } from './html.ts'
import { getAttribute, listElements, parseHtml, printHtml, setAttribute } from './html-tree.ts'

/** The address of the page that shows a module, lesson or block. `fragment` is the id of an element on this page. */
type Place = { path: string; fragment?: string }

/**
 * Returns a map from the ids and lower-case keys of all modules and lessons of a course to the addresses of their
 * pages.
 */
function placesOf({ outline, path }: ReaderCourse): Map<string, Place> {
  const places = new Map<string, Place>()
  const add = ({ id, key }: { id: string; key: string | null }, place: Place) => {
    places.set(id, place)
    if (key !== null) places.set(key.toLowerCase(), place)
  }
  for (const module of outline.modules) {
    const [first] = module.lessons
    add(module, { path: first ? `${path}/${first.id}` : path })
    for (const lesson of module.lessons) add(lesson, { path: `${path}/${lesson.id}` })
  }
  return places
}

const placeOfBlock = ({ path }: ReaderCourse, { lessonId, blockId }: BlockLocation): Place => ({
  path: `${path}/${lessonId}`,
  fragment: makeBlockElementId(blockId),
})

/**
 * Parses HTML. Returns its tree, and the elements that are internal links: they lead to a module, lesson, block or HTML
 * element of the same course.
 */
function parseInternalLinks(html: SafeHtml) {
  const tree = parseHtml(html)
  const links = listElements(tree, 'a').flatMap((element) => {
    const url = getAttribute(element, 'href')
    return url !== undefined && isUrlInSameCourse(url) ? [{ element, url }] : []
  })
  return { tree, links }
}

/** The maximum number of keys and ids that `resolveInternalLinks` searches for in the blocks of other lessons. */
const maxLookedUp = 100

/**
 * Replaces internal links, such as `cells#light`, with page addresses. A link to an unknown target stays unchanged.
 * @param ids the ids of the elements in `sections`
 */
export async function resolveInternalLinks(
  course: ReaderCourse,
  lesson: ReleaseLesson,
  sections: readonly SafeHtml[],
  ids: ReadonlySet<string>,
): Promise<readonly SafeHtml[]> {
  const parsed = sections.map(parseInternalLinks)
  const urls = parsed.flatMap(({ links }) => links.map(({ url }) => url))
  if (urls.length === 0) return sections
  const places = placesOf(course)
  for (const { id, key } of lesson.blocks) {
    const place = placeOfBlock(course, { lessonId: lesson.id, blockId: id })
    places.set(id, place)
    if (key !== null) places.set(key.toLowerCase(), place)
  }
  /**
   * Returns the key or id of the record to which an internal URL leads. Returns undefined if the URL leads to the
   * beginning of the lesson on the page, or to an element of this lesson (`ids`).
   */
  function findRecordName(url: string): string | undefined {
    const { target, anchor } = parseInternalUrl(url)
    if (target !== '') return target
    return anchor === '' || anchor === 'top' || ids.has(anchor) ? undefined : anchor
  }
  const unknown = new Set(urls.map(findRecordName).filter((name) => name !== undefined && !places.has(name)))
  if (unknown.size > 0)
    for (const [name, block] of await course.findBlocks([...unknown].slice(0, maxLookedUp) as string[]))
      places.set(name, placeOfBlock(course, block))
  function resolve(url: string): string | undefined {
    const { target, anchor } = parseInternalUrl(url)
    const name = findRecordName(url)
    const place = name === undefined ? { path: '' } : places.get(name)
    if (!place) return undefined
    const fragment = target === '' && name !== undefined ? place.fragment : anchor || place.fragment
    return place.path + (fragment ? `#${encodeURIComponent(fragment)}` : '')
  }
  for (const { links } of parsed)
    for (const { element, url } of links) setAttribute(element, 'href', resolve(url) ?? url)
  return parsed.map(({ tree, links }, index) => (links.length > 0 ? printHtml(tree) : sections[index]!))
}
