import { JSONParser } from '@streamparser/json'
import { cleanAndCheckGeneratedBlock, type GeneratedBlock } from './block.ts'
import type { ContentGenerationRequest } from './generation-request.ts'

const ignore = () => {}

/**
 * Makes a function that takes the next piece of the model's JSON, and returns the valid blocks that this piece
 * completes.
 */
export function makeBlockStreamParser(request: ContentGenerationRequest) {
  const ready: GeneratedBlock[] = []
  const parser = new JSONParser({ paths: ['$.blocks.*'], keepStack: false })
  let hasBegun = false
  const readBlock: JSONParser['onValue'] = ({ value, key }) => {
    if (typeof key !== 'number' || key >= request.maxBlocks) return
    const { block } = cleanAndCheckGeneratedBlock(value, key, request)
    if (block) ready.push(block)
  }
  parser.onValue = readBlock
  // Syntax errors are ignored here, because `parseModelAnswer` later reports them.
  parser.onError = ignore
  return (text: string): GeneratedBlock[] => {
    // Some models write a sentence or a code fence before the JSON. The parser starts at the first brace.
    const from = hasBegun ? 0 : text.indexOf('{')
    hasBegun ||= from >= 0
    if (hasBegun && !parser.isEnded) parser.write(text.slice(from))
    return ready.splice(0)
  }
}
