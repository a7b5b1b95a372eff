import { findDeliveryWorkspaceByPublicId } from '../delivery/workspaces.ts'
import type { Exchange } from '../http/exchange.ts'
import type { SqlRunner } from '../platform/db/statement.ts'
import { findPreviewLink } from '../releases/preview/links.ts'
import type { ReaderCourse } from './course.ts'
import { openCoursePreview } from './preview.ts'
import { openPublishedCourse } from './published.ts'

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
}

/** Finds the page of a public course that a request asks for. Returns undefined if the workspace does not exist. */
export async function findPublicCourse(sql: SqlRunner, { path, req }: Exchange): Promise<RequestedPage | undefined> {
  const [, publicId, course, lessonId] = publicAddress.exec(path) ?? []
  const workspace = publicId && (await findDeliveryWorkspaceByPublicId(sql, publicId))
  if (!publicId || !course || !workspace) return undefined
  const address = { publicId, workspace, course, ifNoneMatch: req.headers['if-none-match'] }
  return { workspaceId: workspace.id, lessonId, readsWholeDraft: false, open: () => openPublishedCourse(sql, address) }
}

/** Finds the page of a preview link that a request asks for. Returns undefined for an unknown or expired link. */
export async function findPreview(sql: SqlRunner, { path }: Exchange): Promise<RequestedPage | undefined> {
  const [, token, lessonId] = previewAddress.exec(path) ?? []
  const link = token && (await findPreviewLink(sql, token))
  if (!link) return undefined
  const { workspaceId, releaseNumber } = link
  const readsWholeDraft = releaseNumber === null
  return { workspaceId, lessonId, readsWholeDraft, open: () => openCoursePreview(sql, token, link) }
}
