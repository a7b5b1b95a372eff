import { findMainType } from '../../../src/assets/content/office.ts'
import { between, repeats, row } from './row.ts'
import { testLinearTime } from './run.ts'

const type = 'ContentType="a.main+xml"'

/** Texts in files that are uploaded. */
testLinearTime([
  row({
    name: 'findMainType',
    run: (text: string) => findMainType(text, ['word/document.xml']),
    inputs: {
      ...repeats('<', '<Override ', '<Override>', `<Override ${type}>`, `<Default ${type} Extension="x"/>`, `${type} `),
      'one tag with many attributes': between('<Override ', `${type} `, '/>'),
      'one tag with much space': between('<Override ', ' ', `${type}/>`),
      'a long type': between('<Override ContentType="', '.main+xm', '"/>'),
    },
  }),
  row({
    name: 'findMainType by the names',
    run: (size: number) => findMainType(`<Default ${type} Extension="x"/>`.repeat(size), Array(size).fill('a/b.xml')),
    inputs: { 'many names': (size: number) => Math.ceil(size / 50) },
  }),
])
