import style from './LearningObjectivesSection.module.css'

/** Shows the learning objectives of a course or lesson, or nothing if there are no objectives. */
export const LearningObjectivesSection = ({ objectives }: { objectives: readonly string[] }) =>
  objectives.length === 0 ? null : (
    <section aria-labelledby="objectives" className={style.objectives}>
      <h2 id="objectives">Learning objectives</h2>
      <ul>
        {objectives.map((objective, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two objectives may have the same text, and the list has no state.
          <li key={index}>{objective}</li>
        ))}
      </ul>
    </section>
  )
