import { Button } from 'react-aria-components/Button'
import type { AssetPartsFragment } from '../../generated/operations.ts'
import { formatBytes } from '../../ui/format-bytes.ts'
import style from './Files.module.css'
import { getIconOfType, getKindOfType, makeThumbnailUrl } from './file-kinds.ts'

type FileGridProps = {
  label: string
  files: readonly AssetPartsFragment[]
  onOpen(file: AssetPartsFragment): void
}

const stateLabels: Partial<Record<AssetPartsFragment['state'], string>> = {
  pending: 'Upload not complete',
  refused: 'Refused',
}

function FileThumbnail({ type, url }: AssetPartsFragment) {
  const Icon = getIconOfType(type)
  return (
    <span className={style.thumbnail}>
      {url && getKindOfType(type) === 'picture' ? (
        <img src={makeThumbnailUrl(url)} alt="" loading="lazy" />
      ) : (
        <Icon aria-hidden size={32} strokeWidth={1.5} />
      )}
    </span>
  )
}

/** Shows files with small pictures. A press on a file calls `onOpen`. */
export const FileGrid = ({ label, files, onOpen }: FileGridProps) => (
  <ul className={style.grid} aria-label={label}>
    {files.map((file) => (
      <li key={file.id}>
        <Button className={style.tile!} onPress={() => onOpen(file)}>
          <FileThumbnail {...file} />
          <span className={style.name}>
            <bdi>{file.name}</bdi>
          </span>
          <span className={style.facts}>
            {stateLabels[file.state] ??
              [formatBytes(file.bytes), file.width && file.height ? `${file.width} × ${file.height}` : undefined]
                .filter(Boolean)
                .join(' · ')}
          </span>
        </Button>
      </li>
    ))}
  </ul>
)
