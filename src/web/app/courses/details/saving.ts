import { useDraft } from '../drafts.ts'

/** What a form of words is made with. */
export type FormOf<Words> = {
  title: string
  action: string
  draftName: string
  saved: Words
  version?: number
  isBusy: boolean
  error: unknown
  /** Gives whether it was saved; without a version, whatever was saved in the meantime is overwritten. */
  onSave(words: Words, version?: number): Promise<boolean>
  onClose(): void
}

/** The words of a form as they are typed, and what its dialog does with them. */
export function useForm<Words>({ draftName, saved, version, onSave, onClose, ...shown }: FormOf<Words>) {
  const draft = useDraft(draftName, saved, version)
  const restart = () => draft.restart(saved, version)
  const save = async (at?: number) => {
    if (!(await onSave(draft.value, at))) return
    restart()
    onClose()
  }
  const dialog = {
    ...shown,
    isRestored: draft.isRestored,
    onDiscard: restart,
    onSave: () => void save(draft.version),
    onOverwrite: version === undefined ? undefined : () => void save(),
    onClose,
  }
  return { words: draft.value, change: (some: Partial<Words>) => draft.write({ ...draft.value, ...some }), dialog }
}
