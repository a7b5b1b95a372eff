import { BlockContentCheckbox } from '../../block-content/BlockContentCheckbox.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { BlockSettings } from '../../block-content/MoreSettings.tsx'
import { TextListForm } from '../../block-content/TextListForm.tsx'
import { CodeField } from './CodeField.tsx'
import { CodeTestsForm } from './CodeTestsForm.tsx'
import { HighlightField } from './HighlightField.tsx'

const settings = ['highlight', 'starter', 'solution', 'hints', 'tests']

/** Shows the form for source code, its language and its file name, and for an exercise with it. */
export const CodeForm = (form: BlockFormProps) => (
  <>
    <BlockContentTextField
      {...form}
      property="language"
      label="Language"
      hint="For example python, typescript or sql."
    />
    <CodeField {...form} property="code" label="Code" rows={12} />
    <BlockContentTextField {...form} property="filename" label="File name" />
    <BlockContentCheckbox
      {...form}
      property="runnable"
      label="Runnable"
      hint="For learning platforms that run code. The dashboard only shows the code."
    />
    <BlockSettings {...form} properties={settings}>
      <HighlightField {...form} />
      <CodeField {...form} property="starter" label="Starter code" rows={4} />
      <CodeField {...form} property="solution" label="Solution: learners do not get it" rows={4} />
      <TextListForm {...form} property="hints" label="Hint" />
      <CodeTestsForm {...form} />
    </BlockSettings>
  </>
)
