import { type ReactNode, useState } from 'react'
import { DisclosureSection } from '../../ui/DisclosureSection.tsx'
import { BlockContentTextField } from './BlockContentTextField.tsx'
import type { BlockFormProps } from './block-form.ts'
import style from './Form.module.css'

type MoreSettingsProps = Pick<BlockFormProps, 'content' | 'errorAt'> & {
  /** The properties that the section edits. It is open if the content has one of them, or if one of them is wrong. */
  properties: readonly string[]
  children: ReactNode
}

/** Shows a section for settings that few authors need. */
export function MoreSettings({ content, errorAt, properties, children }: MoreSettingsProps) {
  const [isOpen, setOpen] = useState(() => properties.some((property) => content[property] !== undefined))
  const hasError = properties.some((property) => errorAt(property) !== undefined)
  return (
    <DisclosureSection title="More settings" level={3} isInitiallyOpen={isOpen || hasError} onToggle={setOpen}>
      <div className={style.settings}>{children}</div>
    </DisclosureSection>
  )
}

type BlockSettingsProps = BlockFormProps & { properties?: readonly string[]; children?: ReactNode }

/** Shows the settings of a block that few authors need: its title, and those of its type. */
export const BlockSettings = ({ properties = [], children, ...form }: BlockSettingsProps) => (
  <MoreSettings {...form} properties={['title', ...properties]}>
    <BlockContentTextField {...form} property="title" label="Block title" hint="Shown above the block." />
    {children}
  </MoreSettings>
)
