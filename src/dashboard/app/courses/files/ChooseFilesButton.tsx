import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button, type ButtonVariant } from '../../ui/Button.tsx'
import { type FileKind, fileKinds } from './file-kinds.ts'

type ChooseFilesButtonProps = {
  /** The kinds that the browser offers. Without them, it offers every file. */
  kinds?: readonly FileKind[]
  variant?: ButtonVariant
  isSmall?: boolean
  allowsMultiple?: boolean
  icon: ReactNode
  onFiles(files: File[]): void
  children: ReactNode
}

/** Shows a button that lets the user choose files from the disk. */
export const ChooseFilesButton = ({
  kinds = [],
  variant,
  isSmall = true,
  allowsMultiple = false,
  icon,
  onFiles,
  children,
}: ChooseFilesButtonProps) => (
  <FileTrigger
    acceptedFileTypes={kinds.flatMap((kind) => fileKinds[kind].accept.split(','))}
    allowsMultiple={allowsMultiple}
    onSelect={(list) => list && list.length > 0 && onFiles([...list])}
  >
    <Button isSmall={isSmall} variant={variant} icon={icon}>
      {children}
    </Button>
  </FileTrigger>
)
