import type { Check } from './model/check.ts'
import { assetChecks } from './rules/assets.ts'
import { capitalLettersCheck } from './rules/capitals.ts'
import { blockContentChecks } from './rules/content.ts'
import { headingChecks } from './rules/headings.ts'
import { imageChecks } from './rules/images.ts'
import { internalLinkCheck } from './rules/internal-links.ts'
import { linkChecks } from './rules/links.ts'
import { markupChecks } from './rules/markup.ts'
import { objectiveNotTaughtCheck } from './rules/objectives.ts'
import { prerequisiteChecks } from './rules/prerequisites.ts'
import { quizChecks } from './rules/quizzes.ts'
import { readingLevelCheck } from './rules/reading-level.ts'
import { longLessonCheck } from './rules/reading-time.ts'
import { structureChecks } from './rules/structure.ts'
import { videoChecks } from './rules/videos.ts'

/** The definition of the finding `check_failed`. The finding reports that a check threw an error. */
export const failedCheckDefinition = {
  code: 'check_failed',
  severity: 'warning',
  types: ['course', 'lesson'],
  meaning: 'The service could not run a check. The fault is in the service, not in the course.',
  remedy: 'Tell the operator of the service.',
} as const satisfies Check

/**
 * The definition of the finding `link_dead`. Only the operation `checkLinks` looks for dead links, because a search
 * takes up to 40 seconds.
 */
export const deadLinkCheckDefinition = {
  code: 'link_dead',
  severity: 'warning',
  types: ['block'],
  meaning:
    'The page of a link is gone: its server answers 404 or 410, or its host does not exist. Only `POST /courses/{courseId}/link-checks` checks links. A publish does not check links.',
  remedy: 'Correct or remove the link.',
} as const satisfies Check

/** All checks. To add a check, write the check in `rules` and list the check here. */
export const checks: readonly Check[] = [
  ...structureChecks,
  ...blockContentChecks,
  ...assetChecks,
  ...imageChecks,
  ...videoChecks,
  ...quizChecks,
  internalLinkCheck,
  ...prerequisiteChecks,
  ...headingChecks,
  ...linkChecks,
  ...markupChecks,
  objectiveNotTaughtCheck,
  longLessonCheck,
  readingLevelCheck,
  capitalLettersCheck,
  deadLinkCheckDefinition,
  failedCheckDefinition,
]
