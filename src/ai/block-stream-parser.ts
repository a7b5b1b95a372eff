import { JSONParser } from '@streamparser/json'
import { cleanAndCheckGeneratedBlock, type GeneratedBlock } from './block.ts'
import type { ContentGenerationRequest } from './generation-request.ts'

const ignore = () => {}

/** The maximum length of a text that can begin a JSON object or end the thoughts of a model. */
const maxMarkChars = 20

/**
 * Makes a function that takes the next piece of a text, and returns the text from the first JSON object on. Some models
 * write their thoughts, a sentence or a code fence before the JSON. Braces in them do not begin an object.
 */
function makePreambleSkipper() {
  let before = ''
  let isThinking = false
  let hasBegun = false
  return (piece: string): string => {
    if (hasBegun) return piece
    before += piece
    const [mark] = /<think>|\{\s{0,10}"/.exec(before) ?? []
    if (mark === '<think>') isThinking = true
    if (isThinking) {
      const end = before.lastIndexOf('</think>')
      isThinking = end === -1
      before = isThinking ? `<think>${before.slice(-maxMarkChars)}` : before.slice(end)
    }
    const start = isThinking ? -1 : before.search(/\{\s{0,10}"/)
    hasBegun = start >= 0
    const found = hasBegun ? before.slice(start) : ''
    if (!isThinking) before = before.slice(-maxMarkChars)
    return found
  }
}

/**
 * Makes a function that takes the next piece of the model's JSON, and returns the valid blocks that this piece
 * completes.
 */
export function makeBlockStreamParser(request: ContentGenerationRequest) {
  const ready: GeneratedBlock[] = []
  const parser = new JSONParser({ paths: ['$.blocks.*'], keepStack: false })
  const skipPreamble = makePreambleSkipper()
  const readBlock: JSONParser['onValue'] = ({ value, key }) => {
    if (typeof key !== 'number' || key >= request.maxBlocks) return
    const { block } = cleanAndCheckGeneratedBlock(value, key, request)
    if (block) ready.push(block)
  }
  parser.onValue = readBlock
  // Syntax errors are ignored here, because `parseModelAnswer` later reports them.
  parser.onError = ignore
  return (piece: string): GeneratedBlock[] => {
    const json = skipPreamble(piece)
    if (json !== '' && !parser.isEnded) parser.write(json)
    return ready.splice(0)
  }
}
