import { JSONParser } from '@streamparser/json'
import { checkBlock, type DraftBlock } from './block.ts'
import type { GenerationRequest } from './request.ts'

const ignore = () => {}

/** Blocks out of JSON that is still being written, each as soon as it is whole and good. */
export function blockReader(request: GenerationRequest) {
  const ready: DraftBlock[] = []
  const parser = new JSONParser({ paths: ['$.blocks.*'], keepStack: false })
  let begun = false
  const take: JSONParser['onValue'] = ({ value, key }) => {
    if (typeof key !== 'number' || key >= request.maxBlocks) return
    const { block } = checkBlock(value, key, request)
    if (block) ready.push(block)
  }
  parser.onValue = take
  // What cannot be parsed is judged as a whole at the end.
  parser.onError = ignore
  return (text: string): DraftBlock[] => {
    // Some models put their JSON into a fence, with a sentence before it.
    const from = begun ? 0 : text.indexOf('{')
    begun ||= from >= 0
    if (begun && !parser.isEnded) parser.write(text.slice(from))
    return ready.splice(0)
  }
}
