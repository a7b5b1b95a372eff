import { useEffect, useRef } from 'react'
import { v4 } from 'uuid'
import { ApiError } from '../../api/api-error.ts'
import { invalidateQueries, invalidateQueriesInOtherTabs, waitForMutations } from '../../api/query-client.ts'
import { runGraphqlOperation } from '../../api/request.ts'
import { UpdateBlockDocument } from '../../generated/operations.ts'
import { waitForSaves } from '../../unsaved-edits/live-edit.ts'
import { getUnsavedEditNamesOfAllTabs } from '../../unsaved-edits/store.ts'
import { getStringProperty } from '../block-content/content.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { makeUnsavedEditNameOfExistingBlock } from './block-to-edit.ts'
import { fetchBlock } from './use-save-block.ts'

const maxTries = 4

type ChangeText = (change: (text: string) => string) => void
/** The texts that are edited, by the ids of their blocks. */
const editedTexts = new Map<string, ChangeText>()

/** Lets a file that is uploaded late come into a text that is edited again. */
export function useEditedText(blockId: string | undefined, changeText: ChangeText): void {
  const latest = useRef(changeText)
  latest.current = changeText
  useEffect(() => {
    if (blockId === undefined) return
    const change: ChangeText = (by) => latest.current(by)
    editedTexts.set(blockId, change)
    return () => {
      if (editedTexts.get(blockId) === change) editedTexts.delete(blockId)
    }
  }, [blockId])
}

/** A text without and with a file, and the Markdown of the file alone. */
export type LateFile = { before: string; after: string; markdown: string }

const addToText = ({ before, after, markdown }: LateFile, text: string): string =>
  text === before ? after : [text.trimEnd(), markdown].filter((part) => part !== '').join('\n\n')

async function addToStoredText(blockId: string, file: LateFile): Promise<void> {
  for (let tries = 1; ; tries++) {
    const block = await fetchBlock(blockId)
    if (!block) throw new ApiError('not_found', 'The text was deleted.')
    const content = { ...block.content, text: addToText(file, getStringProperty(block.content, 'text')) }
    try {
      const variables = { id: blockId, input: { content }, expectedVersion: block.version, idempotencyKey: v4() }
      await runGraphqlOperation(UpdateBlockDocument, variables)
      return
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'precondition_failed') || tries === maxTries) throw error
    }
  }
}

let lastAdded: Promise<unknown> = Promise.resolve()

/**
 * Puts a file into the text of a block whose editor has gone: to its place, or below the text if that was changed meanwhile.
 * `getBlockId` is asked once what was being saved is saved. Files are put in one after the other, each into the text with those
 * before it.
 * @throws ApiError `conflict` if the text has an unsaved edit, `not_found` if it is deleted or was never saved, or another code
 */
export function addLateFile(getBlockId: () => string | undefined, file: LateFile): Promise<void> {
  const added = lastAdded.then(() => addAfterSaves(getBlockId, file))
  lastAdded = added.catch(() => {})
  return added
}

async function addAfterSaves(getBlockId: () => string | undefined, file: LateFile): Promise<void> {
  await waitForSaves()
  await waitForMutations()
  const blockId = getBlockId()
  if (blockId === undefined) throw new ApiError('not_found', 'The text was not saved.')
  const changeText = editedTexts.get(blockId)
  if (changeText) return changeText((text) => addToText(file, text))
  if (getUnsavedEditNamesOfAllTabs().has(makeUnsavedEditNameOfExistingBlock(blockId)))
    throw new ApiError('conflict', 'The text has an unsaved edit.')
  await addToStoredText(blockId, file)
  invalidateQueriesInOtherTabs(courseQueriesToInvalidate)
  await invalidateQueries(courseQueriesToInvalidate)
}
