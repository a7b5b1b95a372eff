import { type ComponentProps, useRef } from 'react'
import { getStringProperty } from '../block-content/content.ts'
import { BlockFormInPlace } from './BlockFormInPlace.tsx'
import { useEditedText } from './late-files.ts'
import { TextInPlace } from './TextInPlace.tsx'
import { type BlockFormProps, useBlockForm } from './use-block-form.ts'

type BlockEditorProps = BlockFormProps & {
  /** How the text is written in place. Undefined if the form is shown, which for a text is its Markdown. */
  text: Pick<ComponentProps<typeof TextInPlace>, 'cursor' | 'typed' | 'above' | 'actions'> | undefined
  form: Pick<ComponentProps<typeof BlockFormInPlace>, 'onClose' | 'onWrite' | 'returnsToWriting'>
}

/**
 * Edits a block where it stands: a text as learners see it or as Markdown, and another block in its form. Both show the same
 * unsaved edit, and are saved in the same way.
 */
export function BlockEditor({ text, form, ...props }: BlockEditorProps) {
  // Learners' view of a text does not know of archived courses: the service refuses the save.
  const options = text ? { ...props, isArchived: false } : props
  const storedId = useRef(props.blockToEdit.block?.id)
  storedId.current = props.blockToEdit.block?.id ?? storedId.current
  const blockForm = useBlockForm({
    ...options,
    onAdded(block) {
      storedId.current = block.id
      props.onAdded(block)
    },
  })
  const sourceCursor = useRef<number>(undefined)
  const { edit } = blockForm
  useEditedText(storedId.current, (change) =>
    edit.updateValue((latest) => ({ ...latest, text: change(getStringProperty(latest, 'text')) })),
  )
  return text ? (
    <TextInPlace
      {...options}
      {...text}
      blockForm={blockForm}
      getStoredId={() => storedId.current}
      onCursorLeft={(offset) => {
        sourceCursor.current = offset
      }}
    />
  ) : (
    <BlockFormInPlace {...options} {...form} blockForm={blockForm} sourceCursor={sourceCursor} />
  )
}
