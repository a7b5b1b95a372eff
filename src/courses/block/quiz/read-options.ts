import { isJsonObject, type JsonObject } from '../../../operations/json-object.ts'
import { joinPath, makeMemberReader, type ReportUnread } from '../definition/reader.ts'
import { optionJsonSchema } from './schema.ts'
import { optionSpellings, rightOptionNames } from './spellings.ts'

const readMembers = makeMemberReader(optionJsonSchema, optionSpellings)

/**
 * The options of a question. `marked` are the indexes of the options that are marked as right, or undefined if no
 * option has such a mark. `areNumbers` is true if the author has written all options as numbers.
 */
export type ReadOptions = { list: readonly unknown[]; marked: number[] | undefined; areNumbers: boolean }

/** Removes the marks of a right option from the option. Returns whether the option is right, or undefined. */
function readMark(option: JsonObject): { option: JsonObject; isRight: boolean | undefined } {
  const name = rightOptionNames.find((one) => typeof option[one] === 'boolean')
  if (name === undefined) return { option, isRight: undefined }
  const { [name]: isRight, ...others } = option
  return { option: others, isRight: isRight as boolean }
}

/** Reads the options of a question: objects, or plain texts and numbers. Other entries stay as they are. */
export function readOptions(options: readonly unknown[], at: string, report: ReportUnread): ReadOptions {
  let marked: number[] | undefined
  let hasChanged = false
  const list = options.map((sent, index) => {
    if (typeof sent === 'string' || typeof sent === 'number') {
      hasChanged = true
      return { text: String(sent) }
    }
    if (!isJsonObject(sent)) return sent
    const { option, isRight } = readMark(sent)
    if (isRight !== undefined) marked ??= []
    if (isRight) marked?.push(index)
    const read = readMembers(option, joinPath(at, index), report)
    hasChanged ||= read !== sent
    return read
  })
  const areNumbers = options.length > 0 && options.every((option) => typeof option === 'number')
  return { list: hasChanged ? list : options, marked, areNumbers }
}
