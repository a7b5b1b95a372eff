import { FolderOpen, Trash2, Upload as UploadIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { AssetPartsFragment } from '../../generated/operations.ts'
import { makeLoaderThatWaitsForService } from '../../service-status/wait-for-service.ts'
import { Button } from '../../ui/Button.tsx'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useLiveRegion } from '../../ui/use-live-region.tsx'
import { UploadList } from '../../uploads/UploadList.tsx'
import { useFileDrop } from '../../uploads/use-file-drop.ts'
import { useUploads } from '../../uploads/use-uploads.ts'
import { type AssetAddress, useAssetAddress } from './asset-addresses.tsx'
import { ChooseFilesButton } from './ChooseFilesButton.tsx'
import style from './Files.module.css'
import {
  describeKinds,
  type FileKind,
  getIconOfType,
  getKindOfType,
  guessKind,
  makeThumbnailUrl,
} from './file-kinds.ts'

const FilePickerDialog = lazy(
  makeLoaderThatWaitsForService(() =>
    import('./FilePickerDialog.tsx').then(({ FilePickerDialog: Component }) => ({ default: Component })),
  ),
)

type FileFieldProps = {
  /** What the file is, such as `Image`. */
  label: string
  kinds: readonly FileKind[]
  assetId: string
  /** The address that can stand in place of a file. Without it, the field takes files only. */
  address?: { label: string; hint?: string; value: string; onChange(url: string): void; errorMessage?: string }
  errorMessage?: string
  /** Whether the field takes the files that are dropped or pasted anywhere in the form of its block. */
  isForWholeForm?: boolean
  /** Called with dropped or pasted files of other kinds. Returns whether something takes the file. */
  onOtherFile?: (file: File) => boolean
  /** Called with undefined if the author removes the file. */
  onChange(asset: AssetPartsFragment | undefined): void
}

const findForm = (element: HTMLElement) => element.closest<HTMLElement>('[data-block-form]') ?? element
const findField = (element: HTMLElement) => element

/** Shows the file of a field, with what can be done with it. */
function ChosenFile({ asset, isLoading }: { asset: AssetAddress | undefined; isLoading: boolean }) {
  const Icon = getIconOfType(asset?.type)
  if (!asset)
    return <span className={style.facts}>{isLoading ? 'Loading …' : 'This file does not exist any more.'}</span>
  const size = asset.width && asset.height ? `${asset.width} × ${asset.height}` : undefined
  return (
    <>
      {getKindOfType(asset.type) === 'picture' ? (
        <img className={style.small} src={makeThumbnailUrl(asset.url)} alt="" />
      ) : (
        <span className={style.small}>
          <Icon aria-hidden size={20} />
        </span>
      )}
      <span className={style.chosenText}>
        <span className={style.name}>
          <bdi>{asset.name}</bdi>
        </span>
        <span className={style.facts}>{[asset.type, size].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
}

/** Shows the field for a file: from the disk, by drop or paste, from the library, or by its address. */
export function FileField(props: FileFieldProps) {
  const { label, kinds, assetId, address, errorMessage, isForWholeForm = false, onOtherFile, onChange } = props
  const field = useRef<HTMLFieldSetElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const { asset, isLoading } = useAssetAddress(assetId)
  const { announce, region } = useLiveRegion()
  const words = describeKinds(kinds)

  function take(chosen: AssetPartsFragment): void {
    const kind = getKindOfType(chosen.type)
    if (!kind || !kinds.includes(kind)) {
      setProblem(`“${chosen.name}” is no ${words}. It is in the library now.`)
      return
    }
    setProblem(undefined)
    announce(`${chosen.name} is chosen.`)
    onChange(chosen)
  }
  const { uploads, add, retry, cancel } = useUploads(take)
  function upload(files: readonly File[]): void {
    const fitting = files.filter((file) => {
      const kind = guessKind(file)
      return kind !== undefined && kinds.includes(kind)
    })
    const others = files.filter((file) => !fitting.includes(file) && !onOtherFile?.(file))
    setProblem(others[0] && `“${others[0].name}” is no ${words}.`)
    if (!fitting[0]) return
    for (const { id } of uploads) cancel(id)
    add([fitting[0]])
    announce(`Uploading ${fitting[0].name}, ${formatBytes(fitting[0].size)}.`)
  }
  const isOver = useFileDrop(field, upload, isForWholeForm ? findForm : findField)
  const isEmpty = assetId === ''
  return (
    <fieldset ref={field} className={isOver ? `${style.field} ${style.over}` : style.field}>
      <legend className={style.label}>{label}</legend>
      {!isEmpty && (
        <div className={style.chosen}>
          <ChosenFile asset={asset} isLoading={isLoading} />
          <Button
            variant="quiet"
            isSmall
            icon={<Trash2 aria-hidden />}
            aria-label={`Remove the ${words}`}
            onPress={() => onChange(undefined)}
          />
        </div>
      )}
      <div className={style.zone}>
        <p className={style.invitation}>
          {isOver ? 'Let go to upload.' : `Drop a ${words} here${kinds.includes('picture') ? ', or paste it' : ''}.`}
        </p>
        <div className={style.buttons}>
          <ChooseFilesButton kinds={kinds} icon={<UploadIcon aria-hidden />} onFiles={upload}>
            {isEmpty ? 'Choose file' : 'Replace file'}
          </ChooseFilesButton>
          <Button isSmall icon={<FolderOpen aria-hidden />} onPress={() => setPicking(true)}>
            From library
          </Button>
        </div>
      </div>
      <UploadList uploads={uploads} retry={retry} cancel={cancel} />
      {(problem ?? errorMessage) && <Notice variant="error">{problem ?? errorMessage}</Notice>}
      {isEmpty && address && (
        <TextField
          label={address.label}
          placeholder="https://"
          hint={address.hint}
          value={address.value}
          errorMessage={address.errorMessage}
          onChange={address.onChange}
        />
      )}
      {region}
      {isPicking && (
        <Suspense>
          <FilePickerDialog
            title={`Choose a ${words}`}
            kinds={kinds}
            onPick={(picked) => {
              setPicking(false)
              take(picked)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}
