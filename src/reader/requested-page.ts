import { readPublicCourseAddresses } from '../delivery/list.ts'
import type { Exchange } from '../http/exchange.ts'
import { findDeliveryWorkspaceByPublicId } from '../identity/delivery-workspaces.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { findPreviewLink } from '../releases/preview/links.ts'
import type { PageSettings, ReaderCourse } from './course.ts'
import { openCoursePreview } from './preview.ts'
import { findMovedPage, openPublishedCourse } from './published.ts'
import { makeWorkspacePath } from './workspace-address.ts'

const publicAddress = /^\/learn\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/
const previewAddress = /^\/preview\/([^/]+)(?:\/([^/]+))?$/

/** The page of a course that a request asks for, with the function that reads the course. */
export type RequestedPage = {
  workspaceId: string
  /** The lesson that the page shows. Undefined for the first page of the course. */
  lessonId: string | undefined
  /** Whether `open` reads a whole draft into memory. The endpoint must reserve this memory before it calls `open`. */
  readsWholeDraft: boolean
  /** Reads the course from the database. Returns undefined if the course does not exist. */
  open(): Promise<ReaderCourse | undefined>
  /** Returns the address of the course that had this one before, or undefined. */
  findMoved?(): Promise<string | undefined>
  /** Returns the address of the page with the public courses of the workspace, or undefined if there are none. */
  findWorkspacePage?(): Promise<string | undefined>
}

/** Finds the page of a public course that a request asks for. Returns undefined if the workspace does not exist. */
export async function findPublicCourse(
  sql: SqlRunner,
  { path, req }: Exchange,
  settings: PageSettings,
): Promise<RequestedPage | undefined> {
  const [, publicId, course, lessonId] = publicAddress.exec(path) ?? []
  const workspace = publicId && (await findDeliveryWorkspaceByPublicId(sql, publicId))
  if (!publicId || !course || !workspace) return undefined
  const address = { publicId, workspace, course, ifNoneMatch: req.headers['if-none-match'], settings }
  const findWorkspacePage = async () => {
    const courses = await readPublicCourseAddresses(sql, workspace.id, 1)
    return courses.length > 0 ? makeWorkspacePath(publicId) : undefined
  }
  return {
    workspaceId: workspace.id,
    lessonId,
    readsWholeDraft: false,
    findWorkspacePage,
    open: () => openPublishedCourse(sql, address),
    findMoved: () => findMovedPage(sql, address, lessonId),
  }
}

/** Finds the page of a preview link that a request asks for. Returns undefined for an unknown or expired link. */
export async function findPreview(
  sql: SqlRunner,
  { path }: Exchange,
  settings: PageSettings,
): Promise<RequestedPage | undefined> {
  const [, token, lessonId] = previewAddress.exec(path) ?? []
  const link = token && (await findPreviewLink(sql, token))
  if (!link) return undefined
  const { workspaceId, releaseNumber } = link
  const readsWholeDraft = releaseNumber === null
  return { workspaceId, lessonId, readsWholeDraft, open: () => openCoursePreview(sql, token, link, settings) }
}
