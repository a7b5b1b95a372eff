import { type CourseTreeChangePlan, planTreeChangesInSteps } from '../../src/courses/tree/plan.ts'

/** Plans all changes at once, without a pause. */
export function planTreeChanges(...parameters: Parameters<typeof planTreeChangesInSteps>): CourseTreeChangePlan {
  const steps = planTreeChangesInSteps(...parameters)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
