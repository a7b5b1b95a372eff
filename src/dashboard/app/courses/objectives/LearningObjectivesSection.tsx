import { useCourseLanguage } from '../course-language.ts'
import style from './LearningObjectivesSection.module.css'

/** Shows the learning objectives of a course or lesson, or nothing if there are no objectives. */
export function LearningObjectivesSection({ objectives }: { objectives: readonly string[] }) {
  const language = useCourseLanguage()
  if (objectives.length === 0) return null
  return (
    <section aria-labelledby="objectives" className={style.objectives}>
      <h2 id="objectives">Learning objectives</h2>
      <ul lang={language} dir="auto">
        {objectives.map((objective, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two objectives may have the same text, and the list has no state.
          <li key={index}>{objective}</li>
        ))}
      </ul>
    </section>
  )
}
