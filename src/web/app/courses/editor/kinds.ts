import { CodeXml, Film, Image, ListChecks, type LucideIcon, MousePointerClick, Text } from 'lucide-react'
import type { ComponentType } from 'react'
import type { BlockType } from '../../generated/operations.ts'
import { type Content, listIn, textIn } from '../blocks/content.ts'
import { CodeForm } from './forms/CodeForm.tsx'
import type { FormProps } from './forms/form.ts'
import { ImageForm } from './forms/ImageForm.tsx'
import { InteractiveForm } from './forms/InteractiveForm.tsx'
import { QuizForm } from './forms/QuizForm.tsx'
import { TextForm } from './forms/TextForm.tsx'
import { VideoForm } from './forms/VideoForm.tsx'

type Kind = {
  label: string
  hint: string
  icon: LucideIcon
  form: ComponentType<FormProps>
  start: Content
  /** A line that tells one block from another. */
  line(content: Content): string
}

/** The types of block, as an author meets them. */
export const kinds: Record<BlockType, Kind> = {
  text: {
    label: 'Text',
    hint: 'Prose, in Markdown',
    icon: Text,
    form: TextForm,
    start: { text: '' },
    line: (content) =>
      textIn(content, 'text')
        .replaceAll(/[#*_>`|]+/g, '')
        .trim(),
  },
  image: {
    label: 'Picture',
    hint: 'With what it shows in words',
    icon: Image,
    form: ImageForm,
    start: {},
    line: (content) => textIn(content, 'alt') || textIn(content, 'caption') || textIn(content, 'url'),
  },
  video: {
    label: 'Film',
    hint: 'With captions and transcript',
    icon: Film,
    form: VideoForm,
    start: {},
    line: (content) => textIn(content, 'url') || textIn(content, 'transcript'),
  },
  quiz: {
    label: 'Quiz',
    hint: 'Questions with answers',
    icon: ListChecks,
    form: QuizForm,
    start: {
      questions: [{ id: 'q1', type: 'single_choice', options: [{ id: 'o1' }, { id: 'o2' }], points: 1 }],
    },
    line: (content) => textIn(listIn(content, 'questions')[0] ?? {}, 'prompt'),
  },
  code: {
    label: 'Code',
    hint: 'In colours, to copy',
    icon: CodeXml,
    form: CodeForm,
    start: {},
    line: (content) => textIn(content, 'filename') || textIn(content, 'language'),
  },
  interactive: {
    label: 'Activity',
    hint: 'A page to embed and try',
    icon: MousePointerClick,
    form: InteractiveForm,
    start: {},
    line: (content) => textIn(content, 'kind') || textIn(content, 'url'),
  },
}

export const blockTypes = ['text', 'image', 'video', 'quiz', 'code', 'interactive'] as const satisfies BlockType[]

/** `Text: Photosynthesis`, as one line. */
export function titleOf(type: BlockType, content: Content): string {
  const line = kinds[type].line(content).split('\n')[0]!.trim().slice(0, 80)
  return line ? `${kinds[type].label}: ${line}` : kinds[type].label
}
