/** A number in a label, or a text that contains the number. */
type Count = number | string

/** The texts of the pages for learners that are not part of a course, in one language. */
export type Labels = {
  skipToContent: string
  /** The name of the list of lessons. */
  lessons: string
  /** The name of the progress bar. */
  lessonsRead: string
  lessonsReadOf: (done: Count, total: Count) => string
  /** Follows the name of a lesson that the learner has read. Only screen readers say it. */
  lessonRead: string
  /** The duration of a lesson. */
  minutes: (count: Count) => string
  previewNotice: string
  /** The heading above the learning objectives. */
  objectives: string
  /** The heading above the lessons and modules to finish first. */
  prerequisites: string
  start: string
  noLessons: string
  /** The name of the navigation with the previous and the next lesson. */
  otherLessons: string
  /** The name of the previous lesson follows. */
  previous: string
  /** The name of the next lesson follows. */
  next: string
  backToCourse: string
  watchVideo: string
  videoWithoutAddress: string
  transcript: string
  openActivity: string
  /** Opens an activity. `kind` is the author's word for it, such as "simulation". */
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
  /** The options of a question whose answer is true or false. */
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
