import { moonMotionSampleModule } from './moon-motion.ts'
import { moonVisitSampleModule } from './moon-visit.ts'
import { moonWatchingSampleModule } from './moon-watching.ts'

/** The sample course of the demo workspace: a short course with every type of block. */
export const sampleCourse = {
  name: 'The Moon from Your Window',
  description:
    'Eight short lessons for anyone who has looked up and wondered. You watch first and explain afterwards: three ' +
    'evenings at the window, then why the Moon does what you saw, then what it was like to stand there. ' +
    'No telescope, no mathematics beyond a division.',
  language: 'en',
  difficulty: 'beginner',
  slug: 'moon',
  visibility: 'public',
  modules: [moonWatchingSampleModule, moonMotionSampleModule, moonVisitSampleModule],
}
