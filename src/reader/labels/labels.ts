/** A number in a label, or a text that stands for the number, such as `1-2` or `{total}`. */
type Count = number | string

/** The texts that the pages for learners show in addition to the texts of the course, in one language. */
export type Labels = {
  skipToContent: string
  /** The name of the list of lessons for screen readers. */
  lessons: string
  /** The name of the progress bar for screen readers. The bar shows how many lessons the learner has read. */
  lessonsRead: string
  lessonsReadOf: (done: Count, total: Count) => string
  /** The page adds this text to the name of each lesson that the learner has read. Only screen readers read it out. */
  lessonRead: string
  /** The text for the duration of a lesson in minutes. */
  minutes: (count: Count) => string
  previewNotice: string
  /** The heading above the learning objectives. */
  objectives: string
  /** The heading of the list of lessons and modules that the learner should finish first. */
  prerequisites: string
  start: string
  noLessons: string
  /** The name of the navigation with the previous and the next lesson. */
  otherLessons: string
  /** The page shows the name of the previous lesson after this text. */
  previous: string
  /** The page shows the name of the next lesson after this text. */
  next: string
  backToCourse: string
  watchVideo: string
  videoWithoutAddress: string
  transcript: string
  openActivity: string
  /**
   * The text of the link that opens an activity. `kind` is the author's word for the activity, such as "simulation".
   */
  open: (kind: string) => string
  quiz: string
  numberedQuiz: (number: Count) => string
  quizWithoutQuestions: string
  checkAnswers: string
  correct: string
  notCorrect: string
  notScored: string
  notAnswered: string
  score: (points: number, total: number) => string
  passed: string
  notPassed: string
  /** The texts of the two options of a true-or-false question. */
  true: string
  false: string
  lessonTooLong: string
  footnotes: string
  /** The name of a link from a footnote to the text that refers to the footnote. */
  backToReference: (number: Count) => string
  /** The headings of error pages. */
  notFound: string
  tooManyRequests: string
  somethingWentWrong: string
  notFoundMessage: string
  tryAgainLater: string
}
