import { getTextProperty } from '../../courses/block/definition/markdown.ts'
import type { BlockProblem, LessonCheck } from '../model/check.ts'
import type { ParsedBlock } from '../model/parsed-lesson.ts'
import { blockTypesWithProse, defineBlockCheck, defineTextCheck, quoteForMessage } from './define.ts'

const maxAltChars = 250
const fileName = /^[\p{L}\p{N}._ -]{1,200}\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?|heic)$/iu
const cameraName = /^(?:img|dsc|dscn|screenshot|image|untitled|pic|photo)[\d_ -]*$/i

const isFileName = (alt: string) => fileName.test(alt.trim()) || cameraName.test(alt.trim())

/** Lists the alternative texts of an image block, or of the images in a block's texts, with their paths. */
function* altsOf({ type, content, texts }: ParsedBlock): Iterable<{ path: string; alt: string }> {
  if (type === 'image') yield { path: '/content/alt', alt: getTextProperty(content, 'alt') }
  for (const { path, markup } of texts) for (const { alt } of markup.images) if (alt !== null) yield { path, alt }
}

/** The pages show the alternative text of a file for a picture without one of its own. */
const unlessDescribed = (id: string | undefined) =>
  id ? { unlessAsset: { id: id.toLowerCase(), is: 'described' as const } } : {}

const lacksAlt = ({ content }: ParsedBlock) =>
  content.decorative !== true && getTextProperty(content, 'alt').trim() === ''

export const imageChecks: readonly LessonCheck[] = [
  defineBlockCheck({
    code: 'image_without_address',
    severity: 'error',
    types: ['image'],
    meaning: 'An image block has no address.',
    remedy: 'Set `url` or `assetId`, or delete the block.',
    findInBlock: ({ content }) =>
      getTextProperty(content, 'url').trim() === '' && getTextProperty(content, 'assetId') === ''
        ? [{ path: '/content/url', message: 'The image has no address. Set url, or delete the block.' }]
        : [],
  }),
  defineBlockCheck({
    code: 'image_without_alt',
    severity: 'error',
    wcag: '1.1.1',
    types: blockTypesWithProse,
    meaning: 'An image has no alternative text, its file has none, and it is not marked as decorative.',
    remedy: 'Write `alt`, or set `decorative` if the image adds nothing to the text.',
    *findInBlock(block): Iterable<BlockProblem> {
      if (block.type === 'image' && lacksAlt(block))
        yield {
          path: '/content/alt',
          message: 'The image has no alternative text. Write alt, or set decorative.',
          ...unlessDescribed(getTextProperty(block.content, 'assetId')),
        }
      for (const { path, markup } of block.texts)
        for (const { alt, url, isMarkdown } of markup.images)
          if (alt === null)
            yield {
              path,
              message: `The image ${quoteForMessage(url)} has no attribute alt. Write one; alt="" marks decoration.`,
            }
          else if (!isMarkdown && alt !== '' && alt.trim() === '')
            yield {
              path,
              message: `The attribute alt of the image ${quoteForMessage(url)} has only spaces. Write what it shows.`,
            }
    },
  }),
  defineTextCheck({
    code: 'text_image_without_alt',
    severity: 'warning',
    wcag: '1.1.1',
    meaning: 'An image in Markdown has an empty alternative text, so that screen readers skip it.',
    remedy: 'Write the alternative text between the brackets of `![…](…)`.',
    *findInText({ markup }) {
      for (const { alt, url, isMarkdown } of markup.images)
        if (isMarkdown && alt?.trim() === '')
          yield {
            message: `The image ${quoteForMessage(url)} has no alternative text. Write it between the brackets.`,
            ...unlessDescribed(/^asset:([\da-f-]{36})$/i.exec(url)?.[1]),
          }
    },
  }),
  defineBlockCheck({
    code: 'alt_is_file_name',
    severity: 'warning',
    wcag: '1.1.1',
    types: blockTypesWithProse,
    meaning: 'The alternative text of an image is the name of its file.',
    remedy: 'Write what the image shows.',
    *findInBlock(block) {
      for (const { path, alt } of altsOf(block))
        if (isFileName(alt))
          yield { path, message: `The alternative text ${quoteForMessage(alt)} is a file name. Write what it shows.` }
    },
  }),
  defineBlockCheck({
    code: 'alt_too_long',
    severity: 'warning',
    wcag: '1.1.1',
    types: blockTypesWithProse,
    meaning: `The alternative text of an image has more than ${maxAltChars} characters. A screen reader reads it without a pause.`,
    remedy: 'Shorten the alternative text, and write the details into the caption or the text.',
    *findInBlock(block) {
      for (const { path, alt } of altsOf(block))
        if (alt.length > maxAltChars)
          yield {
            path,
            message: `The alternative text ${quoteForMessage(alt)} has ${alt.length.toLocaleString('en')} characters. Write at most ${maxAltChars}.`,
          }
    },
  }),
]
