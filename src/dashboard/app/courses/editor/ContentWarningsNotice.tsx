import type { BlockPartsFragment } from '../../generated/operations.ts'
import { Notice } from '../../ui/Notice.tsx'
import style from './Editor.module.css'

type ContentWarnings = BlockPartsFragment['contentWarnings']

/** The maximum number of warnings that the notice lists. */
const maxListed = 6

/** Groups the parts of the content by what is wrong with them. The paths do not begin with `content.`. */
function groupByMessage(warnings: ContentWarnings): [message: string, paths: string[]][] {
  const pathsByMessage = new Map<string, string[]>()
  for (const { path, message } of warnings) {
    const paths = pathsByMessage.get(message) ?? []
    pathsByMessage.set(message, [...paths, path.replace(/^content\./, '')])
  }
  return [...pathsByMessage]
}

/** Says which parts of a block learners do not get, because the service does not read them. */
export function ContentWarningsNotice({ warnings }: { warnings: ContentWarnings }) {
  if (warnings.length === 0) return null
  const others = warnings.length - maxListed
  return (
    <div className={style.contentWarnings}>
      <Notice variant="warning" title="Learners do not get everything in this block">
        <ul>
          {groupByMessage(warnings.slice(0, maxListed)).map(([message, paths]) => (
            <li key={message}>
              {paths.map((path, index) => (
                <span key={path}>
                  {index > 0 && ', '}
                  <code>{path}</code>
                </span>
              ))}
              : {message}
            </li>
          ))}
          {others > 0 && <li>and {others} more</li>}
        </ul>
        Edit the block, or apply the fix that the checks offer before you publish.
      </Notice>
    </div>
  )
}
