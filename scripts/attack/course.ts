/** One of 20,000 words. */
export const makeWord = (index: number) => `word${(index * 7919) % 20_000}`

const makeBlock = (text: string) => ({ type: 'text', content: { text } })

/** A course with one lesson. */
export const makeLesson = (blocks: readonly unknown[]) => ({
  name: 'Large',
  modules: [{ name: 'Module', lessons: [{ name: 'Lesson', blocks }] }],
})

/** A course of 60 blocks of 250 KB: 15 MB. */
export const makeLongCourse = () => makeLesson(Array.from({ length: 60 }, () => makeBlock('x'.repeat(250_000))))

/** A course of 10,000 blocks of 1.4 KB: 14 MB. */
export const makeWideCourse = (name: string) => ({
  name,
  modules: [
    {
      name: 'Module',
      lessons: Array.from({ length: 100 }, (_, lesson) => ({
        name: `Lesson ${lesson}`,
        blocks: Array.from({ length: 100 }, (_, block) =>
          makeBlock(Array.from({ length: 145 }, (_, word) => makeWord(100 * lesson + block + 31 * word)).join(' ')),
        ),
      })),
    },
  ],
})
