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
  /** The page shows the name of the previous lesson below this text. */
  previous: string
  /** The page shows the name of the next lesson below this text. */
  next: string
  backToCourse: string
  /** The name of the menu that shows the list of lessons on a narrow screen. */
  contents: string
  search: string
  searchResults: string
  nothingFound: string
  /** The text of the link to the lesson at which the learner stopped. The page shows the name of the lesson beside it. */
  continueCourse: string
  allLessonsRead: string
  resetProgress: string
  /** What happens if the learner resets the progress. The button below this text is named `resetProgress`. */
  resetQuestion: string
  cancel: string
  duration: string
  /** The difficulty of a course, which is one of the three texts below. */
  level: string
  beginner: string
  intermediate: string
  advanced: string
  allCourses: string
  watchVideo: string
  videoWithoutAddress: string
  transcript: string
  playVideo: string
  /** What a click on a film of another site does. `host` is the name of the site, such as YouTube. */
  loadsFrom: (host: string) => string
  /** The text of the button that copies the code beside it, and the text that it shows afterwards. */
  copy: string
  copied: string
  /** The heading of the code that a learner begins an exercise with. */
  starter: string
  /** The heading of the tests of what a learner programs, each with what the program reads and must write. */
  tests: string
  testInput: string
  testOutput: string
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
  /** The instruction of a question of which several options can be right. */
  chooseAll: string
  /** The best score that the learner has had in a quiz in this browser. */
  bestScore: (points: Count, total: Count) => string
  /** The mark of a quiz that the learner has passed. */
  passedMark: string
  checking: string
  offline: string
  notChecked: string
  tryAgain: string
  /** The first entry of a list from which the learner chooses one. */
  choose: string
  /** The name of a gap in a text that the learner fills in, for screen readers. */
  gap: (number: Count) => string
  /** The name of the field for the position of an item, before the text of the item. */
  position: string
  moveUp: string
  moveDown: string
  putInOrder: string
  matchEach: string
  partlyCorrect: string
  sampleAnswer: string
  hint: (number: Count) => string
  attemptsLeft: (count: Count) => string
  /** The texts of the two options of a true-or-false question. */
  true: string
  false: string
  lessonTooLong: string
  /** The headings of error pages. */
  notFound: string
  tooManyRequests: string
  somethingWentWrong: string
  notFoundMessage: string
  tryAgainLater: string
}
