import { going } from './going.ts'
import { watching } from './watching.ts'
import { workings } from './workings.ts'

/** The course that a newcomer finds: small enough to read whole, with every type of block in its place. */
export const sampleCourse = {
  name: 'The Moon from Your Window',
  description:
    'Eight short lessons for anyone who has looked up and wondered. You watch first and explain afterwards: three ' +
    'evenings at the window, then why the Moon does what you saw, then what it was like to stand there. ' +
    'No telescope, no mathematics beyond a division.',
  language: 'en',
  difficulty: 'beginner',
  status: 'published',
  modules: [watching, workings, going],
}
