import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useApiQuery } from '../../api/hooks.ts'
import { getPageCommands } from '../../commands/page-commands.ts'
import { useCourseParts } from '../../courses/use-course-parts.ts'
import { CoursesDocument } from '../../generated/operations.ts'
import { useServiceStatus } from '../../service-status/use-service-status.ts'
import { makeCourseItem, makePartItem } from './content-links.ts'
import { dashboardCommands, makePageLinkCommands } from './dashboard-commands.ts'
import { findItems, type PaletteSection, sortByName, toItems } from './palette-items.ts'
import { useContentSearch } from './use-content-search.ts'

const maxRecentCourses = 5
const maxLocalMatches = 8

/**
 * Returns what the palette offers for a text, in sections. What the service finds comes last, so that no other row moves
 * while somebody presses Enter.
 */
export function usePalette(text: string) {
  const query = text.trim()
  const [, navigate] = useLocation()
  const [, route] = useRoute('/courses/:courseId/*?')
  const [pageCommands] = useState(() => toItems(getPageCommands()))
  const parts = useCourseParts()
  const recent = useApiQuery(CoursesDocument, { page: 1 })
  const search = useContentSearch(query, navigate)
  const isUnreachable = useServiceStatus().state === 'unreachable'

  const courses = (recent.data?.coursePage.items ?? []).map((course) => makeCourseItem(course, navigate))
  const pages = toItems(makePageLinkCommands(navigate))
  const actions = toItems(dashboardCommands)
  const title = { page: 'On this page', pages: 'Go to', actions: 'Actions' }
  const sections: PaletteSection[] = []
  if (query === '') {
    sections.push(
      { title: title.page, items: pageCommands },
      { title: 'Recent courses', items: courses.slice(0, maxRecentCourses) },
      { title: title.pages, items: pages },
      { title: title.actions, items: actions },
    )
  } else {
    const courseId = route?.courseId ?? ''
    const partsOfCourse = parts.map((part) => makePartItem({ ...part, courseId }, navigate))
    const local = findItems(query, [...courses, ...partsOfCourse]).slice(0, maxLocalMatches)
    const isShown = (id: string) => local.some((item) => item.id === id)
    sections.push(
      { title: 'Recent courses and this course', items: local },
      { title: title.page, items: findItems(query, pageCommands) },
      { title: title.pages, items: findItems(query, pages) },
      { title: title.actions, items: findItems(query, actions) },
      {
        title: 'All courses',
        items: sortByName(
          query,
          search.items.filter(({ id }) => !isShown(id)),
        ),
      },
    )
  }
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    isSearching: search.isSearching,
    isUnreachable,
    error: query === '' ? recent.error : search.error,
    retry: () => void (query === '' ? recent.refetch() : search.retry()),
  }
}
