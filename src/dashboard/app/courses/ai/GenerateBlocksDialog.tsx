import { Sparkles, Square } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { findFieldErrorMessage } from '../../api/api-error.ts'
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts'
import { CreateBlockDocument } from '../../generated/operations.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useUnsavedEdit } from '../../unsaved-edits/use-unsaved-edit.ts'
import type { BlockTypeAndContent } from '../block-content/content.ts'
import { courseQueriesToInvalidate } from '../course-queries.ts'
import { BrowserStorageFullNotice } from '../dialogs/BrowserStorageFullNotice.tsx'
import { SaveErrorNotice } from '../dialogs/SaveErrorNotice.tsx'
import { useCloseConfirmation } from '../dialogs/use-close-confirmation.tsx'
import { formatCountWithNoun } from '../labels.ts'
import { makeLessonEditorPath } from '../paths.ts'
import style from './Ai.module.css'
import { GeneratedBlock } from './GeneratedBlock.tsx'
import { NoModelNotice } from './NoModelNotice.tsx'
import { builtInWriterName, useBlockGeneration } from './use-generation.ts'

/**
 * The author's prompt, whether it is for a quiz about the lesson, and the generated blocks with the name of the model that wrote them. `inserted` contains the
 * indexes of the blocks that the author has inserted into the lesson.
 */
type Generation = {
  prompt: string
  isQuiz?: boolean
  model?: string
  blocks: BlockTypeAndContent[]
  inserted: number[]
}
const emptyGeneration: Generation = { prompt: '', blocks: [], inserted: [] }

/** Returns the name of the unsaved edit that contains the prompt and the generated blocks for a lesson. */
export const makeUnsavedEditNameOfGeneratedBlocks = (lessonId: string) => `ai:${lessonId}`

type GenerateBlocksDialogProps = {
  courseId: string
  lesson: { id: string; name: string }
  /** Whether a quiz about the lesson is chosen. Undefined for the choice that the author made before. */
  isQuiz?: true | undefined
  onClose(): void
}

/**
 * Shows a dialog in which a language model generates blocks for a lesson. The author reads each block and inserts the
 * useful blocks.
 */
export function GenerateBlocksDialog({ courseId, lesson, isQuiz: isQuizChosen, onClose }: GenerateBlocksDialogProps) {
  const { id: lessonId, name } = lesson
  const edit = useUnsavedEdit<Generation>(makeUnsavedEditNameOfGeneratedBlocks(lessonId), {
    saved: emptyGeneration,
    info: () => ({
      title: `Write with AI: ${name}`,
      href: makeLessonEditorPath(courseId, lessonId),
      requires: { level: 'lesson', id: lessonId },
    }),
  })
  const { prompt, model, blocks, inserted } = edit.value
  const [isQuiz, setQuiz] = useState(isQuizChosen ?? edit.value.isQuiz ?? false)
  const { generate, stop, isGenerating, error } = useBlockGeneration({
    onModel: (name) => edit.updateValue((latest) => ({ ...latest, model: name })),
    onBlocks: (next) => edit.updateValue((latest) => ({ ...latest, blocks: next })),
  })
  const create = useIdempotentMutation(CreateBlockDocument, courseQueriesToInvalidate)
  const [isInserting, setInserting] = useState(false)
  const notInserted = blocks.map((_, index) => index).filter((index) => !inserted.includes(index))

  function start(): void {
    if (isGenerating || isInserting) return
    edit.setValue({ prompt, isQuiz, blocks: [], inserted: [] })
    void generate(
      isQuiz
        ? { prompt: prompt.trim() || name, type: 'quiz', lessonId, options: { fromLesson: true } }
        : { prompt, type: 'lesson', lessonId },
    )
  }
  const makeVariables = (index: number) => {
    const { type, content } = blocks[index]!
    return { lessonId, input: { type, content } }
  }
  /** Inserts the block at `index` into the lesson. Returns whether the API has inserted the block. */
  async function insertOnce(index: number): Promise<boolean> {
    const result = await create.runOnce(makeVariables(index), edit.unansweredRequestStorage)
    // If `runOnce` has sent an earlier unanswered request, `runOnce` has not sent the request for this block.
    // So `insertOnce` now sends the request for this block.
    return result?.isOfEarlierRequest ? insertOnce(index) : result !== undefined
  }
  async function insert(indexes: readonly number[]): Promise<void> {
    if (isInserting) return
    setInserting(true)
    // If a request got no answer, the API may already have inserted the block.
    // The unanswered request is repeated first, with the same idempotency key, so that no block is inserted twice.
    const unanswered = edit.unansweredRequestStorage.read()?.body
    const first = notInserted.filter((index) => JSON.stringify(makeVariables(index)) === unanswered)
    for (const index of new Set([...first, ...indexes])) {
      if (!(await insertOnce(index))) break
      edit.updateValue((latest) => ({ ...latest, inserted: [...latest.inserted, index] }))
    }
    setInserting(false)
  }
  // If the author has inserted all generated blocks, the unsaved edit is discarded when the dialog closes.
  const isAllInserted = blocks.length > 0 && notInserted.length === 0
  const { close, question } = useCloseConfirmation({
    isStored: edit.isStored || isAllInserted,
    onDiscard: edit.discard,
    onClose: () => {
      stop()
      if (isAllInserted) edit.discard()
      onClose()
    },
  })
  const hasNoText = isQuiz && findFieldErrorMessage(error, 'lessonId') !== undefined
  const status = isGenerating
    ? `Generating … ${formatCountWithNoun(blocks.length, 'block')} so far.`
    : blocks.length > 0
      ? `${formatCountWithNoun(blocks.length, 'block')} generated, ${inserted.length} inserted. Read each block before you insert it.`
      : ''
  return (
    <Dialog
      title="Write with AI"
      isOpen
      isWide
      onClose={close}
      actions={
        <>
          <Button onPress={close}>Close</Button>
          {notInserted.length > 1 && !isGenerating && (
            <Button variant="primary" isBusy={isInserting} onPress={() => void insert(notInserted)}>
              Insert all {notInserted.length}
            </Button>
          )}
        </>
      }
    >
      <Form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <fieldset className={style.kinds} disabled={isGenerating} aria-label="What to write">
          <Radio group="kind" label="Blocks for the lesson" isSelected={!isQuiz} onSelect={() => setQuiz(false)} />
          <Radio group="kind" label="Quiz from this lesson" isSelected={isQuiz} onSelect={() => setQuiz(true)} />
        </fieldset>
        <TextField
          label={isQuiz ? 'What should the quiz ask about? (optional)' : 'What is the lesson about?'}
          rows={3}
          autoFocus
          isReadOnly={isGenerating}
          hint={
            isQuiz
              ? 'The questions ask about what the lesson says. The language model is told its text. The quiz is added at the end of the lesson.'
              : 'Describe the learners, what they already know, and what they should be able to do afterwards.'
          }
          value={prompt}
          errorMessage={findFieldErrorMessage(error, 'prompt')}
          onChange={(text) => edit.updateValue((latest) => ({ ...latest, prompt: text }))}
        />
        {isGenerating ? (
          <Button icon={<Square aria-hidden />} onPress={stop}>
            Stop
          </Button>
        ) : (
          <Button
            variant={blocks.length > 0 ? 'plain' : 'primary'}
            type="submit"
            icon={<Sparkles aria-hidden />}
            isDisabled={isInserting}
          >
            {blocks.length > 0 ? 'Regenerate' : 'Generate'}
          </Button>
        )}
      </Form>
      {!edit.isStored && <BrowserStorageFullNotice />}
      {hasNoText ? (
        <Notice variant="error" title="Not generated">
          This lesson has no text yet that a quiz can ask about. Write some first.
        </Notice>
      ) : error ? (
        <SaveErrorNotice title="Not generated" error={error} />
      ) : null}
      {!error && create.error ? <SaveErrorNotice error={create.error} /> : null}
      {model === builtInWriterName && <NoModelNotice />}
      <p className={style.state} role="status">
        {status}
      </p>
      {blocks.map((block, index) => (
        <GeneratedBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the generated blocks never changes.
          key={index}
          block={block}
          number={index + 1}
          isInserted={inserted.includes(index)}
          isBusy={isInserting}
          onInsert={() => void insert([index])}
        />
      ))}
      {question}
    </Dialog>
  )
}
