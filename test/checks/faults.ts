import type {
  BlockForChecks,
  CourseForChecks,
  LessonForChecks,
  ModuleForChecks,
} from '../../src/checks/model/course.ts'
import { makeUuidV7 } from '../../src/platform/uuid.ts'

type Content = Record<string, unknown>
type Lesson = Partial<Omit<LessonForChecks, 'blocks'>> & { blocks?: readonly Partial<BlockForChecks>[] }

const id = makeUuidV7

export const block = (type: string, content: Content, key?: string): BlockForChecks => ({
  id: id(),
  key,
  type,
  content,
})
export const text = (source: string, format = 'markdown') => block('text', { text: source, format })

/** A course without faults, with the given blocks in its only lesson. */
export function courseOf(
  blocks: readonly BlockForChecks[],
  course: Partial<CourseForChecks> = {},
  lesson: Lesson = {},
): CourseForChecks {
  const lessons = [{ id: id(), name: 'Light', objectives: [], prerequisites: [], ...lesson, blocks }]
  const modules = [{ id: id(), name: 'Leaves', objectives: [], prerequisites: [], lessons }]
  return {
    id: id(),
    name: 'Botany',

    language: 'en',
    difficulty: null,
    objectives: [],
    modules,
    ...course,
  }
}

/** A module or lesson of `courseWithPrerequisites`: its key, and the keys of its prerequisites. */
type Needing = readonly [key: string, ...prerequisites: string[]]

const lessonOf = ([key, ...prerequisites]: Needing): LessonForChecks => ({
  ...courseOf([text('Light')]).modules[0]!.lessons[0]!,
  key,
  name: key,
  prerequisites,
})
const moduleOf = (
  key: string,
  lessons: readonly Needing[],
  prerequisites: readonly string[] = [],
): ModuleForChecks => ({
  id: id(),
  key,
  name: key,

  objectives: [],
  prerequisites,
  lessons: lessons.map(lessonOf),
})

/** A course whose modules and lessons have the given keys and prerequisites. */
export const courseWithPrerequisites = (...modules: Parameters<typeof moduleOf>[]): CourseForChecks =>
  courseOf([], { modules: modules.map((one) => moduleOf(...one)) })

/** A module with the key `leaves`, whose first lesson has the heading `Light`, and whose second lesson has the given text. */
const linkedModule = (source: string): ModuleForChecks => ({
  ...moduleOf('leaves', []),
  lessons: [text('# Light'), text(source)].map((one) => courseOf([one]).modules[0]!.lessons[0]!),
})

const question = (members: Content): Content => ({
  id: 'q1',
  type: 'single_choice',
  prompt: 'What does a plant make?',
  options: [
    { id: 'a', text: 'Sugar' },
    { id: 'b', text: 'Salt' },
  ],
  answer: 'a',
  explanation: 'It stores light.',
  ...members,
})
const quiz = (members: Content) => courseOf([block('quiz', { questions: [question(members)] })])
const image = (members: Content) =>
  courseOf([block('image', { url: 'https://a.example/leaf.png', alt: 'A leaf', ...members })])
const video = (members: Content) => courseOf([block('video', { url: 'https://a.example/leaf.mp4', ...members })])
const film = (members: Content) => video({ url: 'https://youtu.be/aqz-KE-bpKQ', ...members })
const markdown = (source: string) => courseOf([text(source)])
const html = (source: string) => courseOf([text(source, 'html')])

const captions = [{ language: 'en', url: 'https://a.example/leaf.vtt' }]
const hardSentence =
  'Notwithstanding considerable methodological heterogeneity, contemporary investigations unequivocally demonstrate extraordinarily complicated physiological interdependencies characterising photosynthetic carbohydrate metabolism throughout evolutionarily distinguishable vegetation communities. '

/** For each check, courses that have the fault, and courses that look alike and have not. */
export const faults: Record<string, { faulty: CourseForChecks[]; fine: CourseForChecks[] }> = {
  course_empty: { faulty: [courseOf([], { modules: [] })], fine: [markdown('Light')] },
  module_empty: {
    faulty: [courseOf([], { modules: [moduleOf('m', [])] })],
    fine: [markdown('Light')],
  },
  lesson_empty: { faulty: [courseOf([])], fine: [markdown('Light')] },
  course_without_language: {
    faulty: [courseOf([text('Light')], { language: null }), courseOf([text('Light')], { language: '' })],
    fine: [courseOf([text('Light')], { language: 'de' })],
  },
  content_unreadable: {
    faulty: [
      courseOf([block('text', { text: 7 })]),
      courseOf([block('hologram', { text: 'Light' })]),
      markdown('['.repeat(30_000)),
      markdown('a\n'.repeat(6000)),
      markdown(`${'> '.repeat(30)}a`),
    ],
    fine: [markdown('Light [a] `b` <c>'), markdown('> > > a')],
  },
  content_shape: {
    faulty: [
      courseOf([block('quiz', { question: 'Which?', options: ['Sugar', 'Salt'], correctAnswer: 'Gold' })]),
      courseOf([block('quiz', { topic: 'Sugar' })]),
      courseOf([block('image', { src: 5, alt: 'A leaf' })]),
    ],
    fine: [
      courseOf([block('quiz', { question: 'Which?', options: ['Sugar', 'Salt'], correctAnswer: 'Sugar' })]),
      courseOf([block('image', { src: 'https://a.example/b.png', alt: 'A leaf' })]),
      courseOf([block('code', { language: 'python', code: '1', topic: 'Sugar' })]),
    ],
  },
  block_unfinished: {
    faulty: [
      courseOf([block('code', { language: 'python' })]),
      courseOf([block('text', { text: ' ' })]),
      quiz({ prompt: undefined }),
    ],
    fine: [
      courseOf([block('code', { language: 'python', code: '1' })]),
      courseOf([block('interactive', { kind: 'game' })]),
    ],
  },
  asset_missing: {
    faulty: [
      courseOf([block('video', { url: 'https://a.example/b.mp4', transcript: 'x', captions: [{ assetId: id() }] })]),
      markdown(`[x](asset:${id()})`),
    ],
    fine: [markdown('An asset: it grows.')],
  },
  cover_missing: {
    faulty: [courseOf([text('Light')], { coverAssetId: id() })],
    fine: [courseOf([text('Light')], { coverAssetId: null })],
  },
  image_without_address: { faulty: [image({ url: undefined })], fine: [image({})] },
  image_without_alt: {
    faulty: [
      image({ alt: undefined }),
      image({ alt: ' ' }),
      html('<img src="https://a.example/b.png">'),
      markdown('A <img src="https://a.example/b.png"> b'),
      html('<img src="https://a.example/b.png" alt=" ">'),
    ],
    fine: [
      image({}),
      image({ alt: undefined, decorative: true }),
      html('<img src="https://a.example/b.png" alt="">'),
      markdown('`<img src="a">`'),
    ],
  },
  text_image_without_alt: {
    faulty: [markdown('![](https://a.example/b.png)'), markdown('![ ][b]\n\n[b]: https://a.example/b.png')],
    fine: [markdown('![A leaf](https://a.example/b.png)'), markdown('```\n![](a.png)\n```')],
  },
  alt_is_file_name: {
    faulty: [image({ alt: 'leaf_01.PNG' }), image({ alt: 'IMG_2024' }), markdown('![b.jpg](https://a.example/b.jpg)')],
    fine: [image({ alt: 'The file leaf.png in a folder' }), image({ alt: 'Image of a leaf' })],
  },
  alt_too_long: { faulty: [image({ alt: 'leaf '.repeat(51) })], fine: [image({ alt: 'leaf '.repeat(50) })] },
  video_without_address: { faulty: [video({ url: undefined, captions })], fine: [video({ captions })] },
  video_without_captions: {
    faulty: [video({}), video({ captions: [{ language: 'en' }] }), video({ transcript: ' ' })],
    fine: [video({ captions }), video({ transcript: 'Light reaches the leaf.' }), film({})],
  },
  video_captions_elsewhere: {
    faulty: [film({}), film({ url: 'https://vimeo.com/123456789', captions: [{ language: 'en' }] })],
    fine: [film({ captions }), film({ transcript: 'Light reaches the leaf.' }), video({})],
  },
  video_with_transcript_only: {
    faulty: [video({ transcript: 'Light.' })],
    fine: [
      video({ captions, transcript: 'Light.' }),
      video({}),
      video({ mediaType: 'audio/mpeg', transcript: 'Light.' }),
    ],
  },
  autoplay: {
    faulty: [video({ captions, autoplay: true }), video({ captions, url: 'https://a.example/v?id=1&autoplay=1' })],
    fine: [video({ captions, autoplay: false }), video({ captions, url: 'https://a.example/v?autoplay=0' })],
  },
  text_autoplay: {
    faulty: [
      html('<video autoplay src="https://a.example/a.mp4"></video>'),
      markdown('<iframe src="https://a.example/?autoplay=1"></iframe>'),
    ],
    fine: [html('<video src="https://a.example/a.mp4"></video>'), markdown('`<video autoplay>`')],
  },
  quiz_without_questions: {
    faulty: [courseOf([block('quiz', {})]), courseOf([block('quiz', { questions: [] })])],
    fine: [quiz({})],
  },
  question_without_answer: {
    faulty: [
      quiz({ answer: undefined }),
      quiz({ answer: null }),
      quiz({ type: 'single_choice', answer: [] }),
      quiz({ type: 'short_text', answer: ' ' }),
      quiz({ type: 'numeric', answer: undefined }),
      quiz({ type: 'short_text', answer: [' '] }),
    ],
    fine: [
      quiz({}),
      quiz({ type: 'true_false', answer: false }),
      // None of the options is right.
      quiz({ type: 'multiple_choice', answer: [] }),
      quiz({ type: 'essay', answer: undefined }),
    ],
  },
  answer_unknown: {
    faulty: [
      quiz({ answer: 'c' }),
      quiz({ type: 'multiple_choice', answer: ['a', 'c'] }),
      quiz({ type: 'true_false', answer: 'yes' }),
      quiz({ type: 'short_text', answer: true }),
      quiz({ type: 'short_text', answer: ['sugar', {}] }),
    ],
    fine: [
      quiz({}),
      quiz({ answer: 'Sugar' }),
      quiz({ type: 'multiple_choice', answer: ['a', 'b'] }),
      quiz({ type: 'short_text', answer: 'sugar' }),
      quiz({ type: 'short_text', answer: ['sugar', 'glucose'] }),
    ],
  },
  question_with_one_option: {
    faulty: [
      quiz({ options: [{ id: 'a', text: 'Sugar' }] }),
      quiz({ options: undefined }),
      quiz({ type: 'matching', targets: [{ id: 'x', text: 'X' }], answer: { a: 'x' } }),
      quiz({ type: 'ordering', options: [{ id: 'a', text: 'Sugar' }], answer: ['a'] }),
    ],
    fine: [quiz({}), quiz({ type: 'true_false', options: undefined, answer: true })],
  },
  cloze_without_gaps: {
    faulty: [quiz({ type: 'cloze', options: undefined, prompt: 'No gap', answer: {} })],
    fine: [quiz({ type: 'cloze', options: undefined, prompt: 'A {{gap}}', answer: { gap: 'hole' } })],
  },
  gap_not_in_prompt: {
    faulty: [
      quiz({
        type: 'cloze',
        options: undefined,
        prompt: 'A {{gap}}',
        gaps: [{ id: 'other' }],
        answer: { gap: 'hole', other: 'hole' },
      }),
    ],
    fine: [
      quiz({ type: 'cloze', options: undefined, prompt: 'A {{gap}}', gaps: [{ id: 'gap' }], answer: { gap: 'hole' } }),
      quiz({ gaps: [{ id: 'other' }] }),
    ],
  },
  gap_without_answer: {
    faulty: [
      quiz({ type: 'cloze', options: undefined, prompt: 'A {{gap}} {{more}}', answer: { gap: 'hole' } }),
      quiz({ type: 'cloze', options: undefined, prompt: 'A {{gap}}', answer: { gap: [' '] } }),
    ],
    fine: [quiz({ type: 'cloze', options: undefined, prompt: 'A {{gap}}', answer: { gap: ['hole', ''] } })],
  },
  gap_answer_not_offered: {
    faulty: [
      quiz({
        type: 'cloze',
        options: undefined,
        prompt: 'A {{gap}}',
        gaps: [{ id: 'gap', options: ['wall', 'door'] }],
        answer: { gap: 'hole' },
      }),
    ],
    fine: [
      quiz({
        type: 'cloze',
        options: undefined,
        prompt: 'A {{gap}}',
        gaps: [{ id: 'gap', options: ['wall', 'Hole'] }],
        answer: { gap: ['hole', 'pit'] },
      }),
    ],
  },
  order_incomplete: {
    faulty: [quiz({ type: 'ordering', answer: ['a'] })],
    fine: [quiz({ type: 'ordering', answer: ['b', 'a'] })],
  },
  options_equal: {
    faulty: [
      quiz({
        options: [
          { id: 'a', text: 'Sugar' },
          { id: 'b', text: ' Sugar ' },
        ],
      }),
    ],
    fine: [
      quiz({}),
      quiz({
        options: [
          { id: 'a', text: 'Sugar' },
          { id: 'b', text: 'sugar' },
        ],
      }),
    ],
  },
  answer_longest: {
    faulty: [
      quiz({
        options: [
          { id: 'a', text: 'Sugar, which it makes from light, water and air' },
          { id: 'b', text: 'Salt' },
        ],
      }),
    ],
    fine: [
      quiz({
        options: [
          { id: 'a', text: 'Sugar, which it makes from light, water and air' },
          { id: 'b', text: 'Salt, which it takes up from the soil' },
        ],
      }),
    ],
  },
  question_without_explanation: {
    faulty: [quiz({ explanation: undefined }), quiz({ explanation: ' ' })],
    fine: [
      quiz({}),
      quiz({
        explanation: undefined,
        options: [
          { id: 'a', text: 'Sugar', feedback: 'Yes.' },
          { id: 'b', text: 'Salt', feedback: 'No.' },
        ],
      }),
    ],
  },
  inner_link_broken: {
    faulty: [
      markdown('[Next](next-lesson)'),
      markdown('# Light\n\n[Down](#shade)'),
      markdown('![Leaf](img/leaf.png)'),
      html('<a href="#nowhere">Down</a>'),
      courseOf([text('[Next](leaf-block#shade)'), block('text', { text: '# Light' }, 'leaf-block')]),
      courseOf([], { modules: [linkedModule('[First](leaves#shade)')] }),
      courseOf([text('[Why](#why)'), block('quiz', { questions: [question({ explanation: '# Why' })] })]),
      courseOf([
        block('quiz', { questions: [question({ explanation: '# Light' })] }),
        text('# Light\n\n[Up](#light-1)'),
      ]),
    ],
    fine: [
      courseOf([text('[Ask](#ask)'), block('quiz', { questions: [question({ prompt: '# Ask' })] })]),
      courseOf([text('[Next](leaf-block#light)'), block('text', { text: '# Light' }, 'leaf-block')]),
      courseOf([], { modules: [linkedModule('[First](leaves#light)')] }),
      markdown('# Light\n\n[Up](#light) [Top](#top)'),
      markdown('[A](https://a.example) [B](mailto:a@b.example) [C](/sign-in)'),
      courseOf([text('[Next](leaf-block)'), block('text', { text: 'a' }, 'leaf-block')]),
      html('<p id="down"></p><a href="#down">Down</a>'),
      courseOf([text('[Here is light](light#light)\n\n# Light')], {}, { key: 'light' }),
    ],
  },
  heading_skipped: {
    faulty: [
      markdown('### Light'),
      markdown('## Light\n\n#### Shade'),
      html('<h2>A</h2><h4>B</h4>'),
      courseOf([block('quiz', { questions: [question({ prompt: '### Light' })] })]),
      courseOf([block('interactive', { url: 'https://a.example', fallbackText: '### Light' })]),
    ],
    fine: [markdown('## Light\n\n### Shade\n\n## Soil'), html('<h1>A</h1><h2>B</h2>'), markdown('```\n#### a\n```')],
  },
  heading_empty: {
    faulty: [
      markdown('##\n\nLight'),
      html('<h2> </h2><p>Light</p>'),
      html('<h2><img src="https://a.example/b.png" alt=""></h2>'),
    ],
    fine: [markdown('## Light'), html('<h2><img src="https://a.example/b.png" alt="Light"></h2>')],
  },
  header_cell_empty: {
    faulty: [
      markdown('| | B |\n|-|-|\n| a | b |'),
      html('<table><tr><th></th><th>B</th></tr><tr><td>a</td></tr></table>'),
      html('<table><tr><th>A<th><td>b</table>'),
      html('<table><tr><th>A<th><th>B</table>'),
      html('<table><tr><th>A<th><tr>a</table>'),
    ],
    fine: [
      markdown('| A | B |\n|-|-|\n| a | |'),
      html('<table><tr><th><img src="https://a.example/b.png" alt="A"></th></tr></table>'),
    ],
  },
  list_malformed: {
    faulty: [
      html('<ul><p>a</p><li>b</li></ul>'),
      html('<li>b</li>'),
      html('<dl><p>a</p></dl>'),
      html('<ul><dt>b</dt></ul>'),
      html('<ul>a</ul>'),
      html('<ol><li>a</li>b</ol>'),
      html('<dl><dd>a</dd><dt>b</dt></dl>'),
      html('<dl><dt>a</dt></dl>'),
      html('<dl><dt>a'),
      html('<dl><dt>a</dt><dd>b</dd><dt>c</dt><ul></dl>'),
      html('<dl><dt>a<dd>b<dt>c</dl>'),
      html('<dl><div><dt>a</dt></div><dd>b</dd></dl>'),
      html('<dl><div><p>a</p></div></dl>'),
    ],
    fine: [
      html('<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>'),
      html('<ol><li>a<li>b</ol><dl><dt>c<dd>d</dl>'),
      html('<dl><dt>a<dd>b'),
      html('<dl><dt>a</dt><dt>b</dt><dd>c</dd><dd>d</dd><dt>e</dt><dd><dl><dt>f<dd>g</dl></dd></dl><dl></dl>'),
      html('<dl><div><dt>a</dt><dd>b</dd></div><div><dt>c</dt><dd>d</dd></div></dl>'),
      html('<ul>\n<li>a</li>\n<script>b</script></ul> c'),
      markdown('- a\n  1. b\n\n     c\n- d[^1]\n\n[^1]: e'),
    ],
  },
  formula_unreadable: {
    faulty: [markdown('The area is $\\frac{a$.'), markdown('$$\n\\begin{x}\n$$')],
    fine: [markdown('$\\frac{a}{b}$ costs $5 or $10, \\(x\\)'), markdown('`$\\frac{a$`'), html('<p>$\\frac{a$</p>')],
  },
  markup_lost: {
    faulty: [html('<iframe src="https://example.com">x</iframe>'), markdown('a <video src="/x"></video>')],
    fine: [markdown('List<String> and <kbd>K</kbd>'), markdown('`<iframe>`'), html('<h1>a</h1><details>b</details>')],
  },
  callout_unknown: {
    faulty: [markdown('> [!FUN]\n> x')],
    fine: [markdown('> [!NOTE]\n> x'), markdown('> [!tip] Title\n> x'), markdown('> [link](/x)')],
  },
  summary_empty: {
    faulty: [
      html('<details><summary></summary><p>a</p></details>'),
      html('<details><summary><summary>More</summary><p>a</p></details>'),
    ],
    fine: [html('<details><summary>More</summary><p>a</p></details>')],
  },
  text_language_unknown: {
    faulty: [html('<p lang="klingonish">a</p>'), markdown('A <span lang="??">b</span>'), html('<p lang="xq">a</p>')],
    fine: [html('<p lang="pt-BR">a</p><p lang="zh-Hant">b</p><p lang="tlh">c</p>')],
  },
  alt_repeats_link: {
    faulty: [markdown('[![The leaf](https://a.example/b.png) The Leaf](https://a.example)')],
    fine: [
      markdown('[![](https://a.example/b.png) The leaf](https://a.example)'),
      markdown('[![The leaf](https://a.example/b.png)](https://a.example)'),
    ],
  },
  prerequisite_not_found: {
    faulty: [
      courseWithPrerequisites(['m', [['a', 'lost']]]),
      courseWithPrerequisites(['m', [['a']], ['lost']]),
      courseWithPrerequisites(['m', [['a', 'M']]], ['n', [['b']]]),
      courseOf([block('text', { text: 'Light' }, 'a block')], {}, { prerequisites: ['a block'] }),
    ],
    fine: [
      courseWithPrerequisites(['m', [['a'], ['b', 'a']]], ['n', [['c', 'm', 'b']], ['m']]),
      courseWithPrerequisites(['m', [['a', 'n']]], ['n', [['b']]]),
    ],
  },
  prerequisite_cycle: {
    faulty: [
      courseWithPrerequisites(['m', [['a', 'a']]]),
      courseWithPrerequisites(['m', [['a', 'm']]]),
      courseWithPrerequisites(['m', [['a']], ['a']]),
      courseWithPrerequisites(['m', [['a']], ['m']]),
      courseWithPrerequisites([
        'm',
        [
          ['a', 'c'],
          ['b', 'a'],
          ['c', 'b'],
        ],
      ]),
      courseWithPrerequisites(['m', [['a', 'n']]], ['n', [['b']], ['m']]),
      courseWithPrerequisites(
        ['m', [['a']], ['b']],
        [
          'n',
          [
            ['b', 'c'],
            ['c', 'm'],
          ],
        ],
      ),
      courseWithPrerequisites(['m', [], ['n']], ['n', [], ['m']]),
    ],
    fine: [
      courseWithPrerequisites(['m', [['a'], ['b', 'a'], ['c', 'a', 'b']]]),
      courseWithPrerequisites(
        ['m', [['a']]],
        [
          'n',
          [
            ['b', 'm', 'a'],
            ['c', 'b'],
          ],
          ['m', 'a'],
        ],
      ),
      courseWithPrerequisites(['m', [['a', 'c'], ['b']]], ['n', [['c'], ['d', 'b']]]),
      courseWithPrerequisites(['m', [['a', 'lost']]], ['n', [['b', 'a']]]),
    ],
  },
  heading_level_1_repeated: {
    faulty: [markdown('# Light\n\n# Shade'), courseOf([text('# Light'), text('Shade\n===')])],
    fine: [markdown('# Light\n\n## Shade')],
  },
  link_text_unclear: {
    faulty: [
      markdown('[here](https://a.example)'),
      markdown('[Click here!](https://a.example)'),
      markdown('[](https://a.example)'),
      html('<a href="https://a.example"></a>'),
      markdown('[**hier**](https://a.example)'),
    ],
    fine: [
      markdown('[The guide](https://a.example)'),
      markdown('[![A leaf](https://a.example/b.png)](https://a.example)'),
      html('<a href="https://a.example" aria-label="The guide"></a>'),
    ],
  },
  bare_address: {
    faulty: [
      markdown('See https://a.example/b.'),
      markdown('<https://a.example/b>'),
      markdown('[https://a.example/b](https://a.example/b)'),
    ],
    fine: [
      markdown('[The guide](https://a.example/b)'),
      markdown('`https://a.example/b`'),
      markdown('```\nhttps://a.example\n```'),
    ],
  },
  table_without_header: {
    faulty: [markdown('| | |\n|-|-|\n| a | b |'), html('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')],
    fine: [markdown('| A | B |\n|-|-|\n| a | b |'), html('<table><tr><th>A</th></tr><tr><td>b</td></tr></table>')],
  },
  objective_not_taught: {
    faulty: [
      courseOf([text('Plants eat light.')], { objectives: ['Explain fermentation in bakeries'] }),
      courseOf([text('Plants eat light.')], {}, { objectives: ['Compare mitochondria'] }),
      courseOf([text('植物は光を食べる。')], { objectives: ['発酵を説明する'] }),
    ],
    fine: [
      courseOf([text('Fermentation happens in every bakery.')], { objectives: ['Explain fermentation in bakeries'] }),
      courseOf([text('発酵を学ぶ。説明は次に。')], { objectives: ['発酵を説明する'] }),
    ],
  },
  lesson_too_long: {
    faulty: [markdown('light '.repeat(5000)), markdown('光'.repeat(8500))],
    fine: [markdown('light '.repeat(4500)), markdown('光'.repeat(7500))],
  },
  reading_level_high: {
    faulty: [courseOf([text(hardSentence.repeat(6))], { difficulty: 'beginner' })],
    fine: [
      courseOf([text('The leaf eats light. It makes sugar. '.repeat(30))], { difficulty: 'beginner' }),
      courseOf([text(hardSentence.repeat(6))], { difficulty: 'beginner', language: 'de' }),
      courseOf([text(hardSentence)], { difficulty: 'beginner' }),
    ],
  },
  text_in_capitals: {
    faulty: [
      markdown('PLEASE NEVER TOUCH HOT SURFACES with bare hands'),
      markdown('## IMPORTANT WARNING FOR ALL READERS'),
    ],
    fine: [
      markdown('HTML, CSS, SQL, JSON, YAML and HTTP'),
      markdown('USB AケーブルまたはUSB CケーブルGPIOピンWモデルHDMIポートのGPIO'),
    ],
  },
}
