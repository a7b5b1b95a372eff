import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { BlockContentCheckbox } from '../../block-content/BlockContentCheckbox.tsx'
import { BlockContentTextField } from '../../block-content/BlockContentTextField.tsx'
import type { BlockFormProps } from '../../block-content/block-form.ts'
import { type BlockContent, getObjectListProperty } from '../../block-content/content.ts'
import style from '../../block-content/Form.module.css'

/** Shows the form for the tests of what a learner writes. */
export function CodeTestsForm({ content, errorAt, onChange }: BlockFormProps) {
  const tests = getObjectListProperty(content, 'tests')
  const setTests = (next: BlockContent[]) => onChange({ ...content, tests: next.length > 0 ? next : undefined })
  return (
    <div className={style.list}>
      {tests.map((test, index) => {
        const form = {
          content: test,
          errorAt: (path: string) => errorAt(`tests.${index}.${path}`),
          onChange: (next: BlockContent) => setTests(tests.with(index, next)),
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a test has no id, and its form has no state.
          <fieldset key={index} className={style.fieldset}>
            <legend>Test {index + 1}</legend>
            <BlockContentTextField {...form} property="name" label="What it is about" />
            <BlockContentTextField {...form} property="input" label="Input" rows={2} isMonospace />
            <BlockContentTextField {...form} property="expected" label="Expected output" rows={2} isMonospace />
            <BlockContentCheckbox {...form} property="hidden" label="Hidden: learners do not get it" />
            <div>
              <Button
                isSmall
                variant="quiet"
                icon={<Trash2 aria-hidden />}
                onPress={() => setTests(tests.toSpliced(index, 1))}
              >
                Remove test {index + 1}
              </Button>
            </div>
          </fieldset>
        )
      })}
      <div>
        <Button isSmall icon={<Plus aria-hidden />} onPress={() => setTests([...tests, {}])}>
          Add test
        </Button>
      </div>
    </div>
  )
}
