import {
  Bold,
  Code,
  FileCode,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react'
import { redo, undo } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { ToggleButton } from 'react-aria-components/ToggleButton'
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar'
import { makeButtonClassName } from '../../ui/Button.tsx'
import { fileKinds } from '../files/file-kinds.ts'
import { richTextSchema } from './document/schema/schema.ts'
import { insertMath, toggleEmphasis, toggleMono, toggleQuote, toggleStrike, toggleStrong } from './editing/commands.ts'
import { toggleList, toggleTask } from './editing/list-commands.ts'
import { insertTable } from './editing/table-commands.ts'
import { hasMark, isInBlock, toggleCodeBlock, toggleHeading } from './editing/tools.ts'
import style from './RichText.module.css'
import { TextChangeTool, type TextChangeToolProps } from './text-change/TextChangeTool.tsx'

const { nodes, marks } = richTextSchema

type Tool = {
  label: string
  icon: LucideIcon
  keys?: string
  command: Command
  isOn?(state: EditorState): boolean
}

const groups: readonly { label: string; tools: readonly Tool[] }[] = [
  {
    label: 'Blocks',
    tools: [
      {
        label: 'Heading',
        icon: Heading2,
        keys: 'Control+Alt+2',
        command: toggleHeading(2),
        isOn: (state) => isInBlock(state, nodes.heading, { level: 2 }),
      },
      {
        label: 'Subheading',
        icon: Heading3,
        keys: 'Control+Alt+3',
        command: toggleHeading(3),
        isOn: (state) => isInBlock(state, nodes.heading, { level: 3 }),
      },
    ],
  },
  {
    label: 'Text',
    tools: [
      {
        label: 'Bold',
        icon: Bold,
        keys: 'Control+B',
        command: toggleStrong,
        isOn: (state) => hasMark(state, marks.strong),
      },
      {
        label: 'Italic',
        icon: Italic,
        keys: 'Control+I',
        command: toggleEmphasis,
        isOn: (state) => hasMark(state, marks.em),
      },
      {
        label: 'Code',
        icon: Code,
        keys: 'Control+E',
        command: toggleMono,
        isOn: (state) => hasMark(state, marks.mono),
      },
      {
        label: 'Strikethrough',
        icon: Strikethrough,
        keys: 'Control+Shift+X',
        command: toggleStrike,
        isOn: (state) => hasMark(state, marks.del),
      },
    ],
  },
  {
    label: 'Lists',
    tools: [
      {
        label: 'Bulleted list',
        icon: List,
        keys: 'Control+Shift+8',
        command: toggleList(false),
        isOn: (state) =>
          isInBlock(state, nodes.list, { ordered: false }) && isInBlock(state, nodes.item, { checked: null }),
      },
      {
        label: 'Numbered list',
        icon: ListOrdered,
        keys: 'Control+Shift+7',
        command: toggleList(true),
        isOn: (state) => isInBlock(state, nodes.list, { ordered: true }),
      },
      {
        label: 'Task list',
        icon: ListChecks,
        keys: 'Control+Shift+9',
        command: toggleTask,
        isOn: (state) => isInBlock(state, nodes.item) && !isInBlock(state, nodes.item, { checked: null }),
      },
    ],
  },
  {
    label: 'Insert',
    tools: [
      { label: 'Quote', icon: Quote, command: toggleQuote, isOn: (state) => isInBlock(state, nodes.blockquote) },
      {
        label: 'Code block',
        icon: SquareCode,
        command: toggleCodeBlock,
        isOn: (state) => isInBlock(state, nodes.code),
      },
      { label: 'Table', icon: Table, command: insertTable() },
      { label: 'Formula', icon: Sigma, command: insertMath },
    ],
  },
  {
    label: 'History',
    tools: [
      { label: 'Undo', icon: Undo2, keys: 'Control+Z', command: undo },
      { label: 'Redo', icon: Redo2, keys: 'Control+Shift+Z', command: redo },
    ],
  },
]

type ToolbarProps = {
  state: EditorState
  onRun(command: Command): void
  onLink(): void
  onFiles(files: File[]): void
  onSource(): void
  /** Called when Escape is pressed: the focus returns to the text. */
  onLeave(): void
  /** The tool that changes text with the language model. Undefined if there is none. */
  textChange: TextChangeToolProps | undefined
  /** What one of the tools asks or shows. */
  children: ReactNode
}

/** Shows the tools of a text: marks, lists and what can be inserted. */
export function Toolbar({ state, onRun, onLink, onFiles, onSource, onLeave, textChange, children }: ToolbarProps) {
  const show = ({ label, icon: Icon, keys, command, isOn }: Tool) => (
    <ToggleButton
      key={label}
      className={`${makeButtonClassName('quiet', true, true)} ${style.tool}`}
      aria-label={label}
      aria-keyshortcuts={keys}
      isSelected={isOn?.(state) ?? false}
      isDisabled={!command(state)}
      preventFocusOnPress
      onChange={() => onRun(command)}
    >
      <Icon aria-hidden />
    </ToggleButton>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the toolbar within.
    <div className={style.tools} onKeyDown={(event) => event.key === 'Escape' && onLeave()}>
      <AriaToolbar aria-label="Text tools" className={style.toolbar!}>
        {groups.map(({ label, tools }) => (
          <fieldset key={label} aria-label={label} className={style.toolGroup}>
            {tools.map(show)}
            {label === 'Text' && (
              <ToggleButton
                className={`${makeButtonClassName('quiet', true, true)} ${style.tool}`}
                aria-label="Link"
                aria-keyshortcuts="Control+K"
                isSelected={hasMark(state, marks.link)}
                preventFocusOnPress
                onChange={onLink}
              >
                <Link aria-hidden />
              </ToggleButton>
            )}
            {label === 'Insert' && (
              <FileTrigger
                acceptedFileTypes={fileKinds.picture.accept.split(',')}
                allowsMultiple
                onSelect={(list) => list && list.length > 0 && onFiles([...list])}
              >
                <ToggleButton
                  className={`${makeButtonClassName('quiet', true, true)} ${style.tool}`}
                  aria-label="Picture"
                  isSelected={false}
                >
                  <ImagePlus aria-hidden />
                </ToggleButton>
              </FileTrigger>
            )}
          </fieldset>
        ))}
        <fieldset aria-label="View" className={style.toolGroup}>
          {textChange && <TextChangeTool {...textChange} />}
          <ToggleButton
            className={`${makeButtonClassName('quiet', true, true)} ${style.tool}`}
            aria-label="Markdown source"
            aria-keyshortcuts="Control+Alt+M"
            isSelected={false}
            onChange={onSource}
          >
            <FileCode aria-hidden />
          </ToggleButton>
        </fieldset>
      </AriaToolbar>
      {children}
    </div>
  )
}
