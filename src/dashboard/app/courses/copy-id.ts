import type { NodeKind } from '../generated/operations.ts'
import { copyToClipboard } from '../ui/clipboard.ts'
import { showToast } from '../ui/toast-queue.ts'

/** Copies the id by which the APIs know a course, module, lesson or block. */
export async function copyId(level: NodeKind, id: string): Promise<void> {
  if (await copyToClipboard(id)) showToast(`Id of the ${level} copied.`)
}
